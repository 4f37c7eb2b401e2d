import Testing
import ZigguratSystem

/// The memory limits of control groups, as containers set them.
@Suite struct MachineLimitsTests {
    private static let mebibyte = 1 << 20

    private typealias Case = (groups: String, files: [String: String], mebibytes: Int?)

    private static let cases: [Case] = [
        // Control groups, version 2: in a container, and on a machine with nested groups.
        ("0::/\n", ["memory.max": "268435456\n"], 256),
        ("0::/\n", ["memory.max": "max\n"], nil),
        ("0::/a/b\n", ["a/memory.max": "134217728\n", "a/b/memory.max": "max\n"], 128),
        ("0::/a/b\n", ["a/memory.max": "134217728\n", "a/b/memory.max": "67108864\n"], 64),
        ("0::/hidden\n", ["memory.max": "268435456\n", "a/memory.max": "1048576\n"], 256),
        // Control groups, version 1.
        (
            "9:cpu:/x\n4:hugetlb,memory:/x\n0::/x\n",
            [
                "memory/x/memory.limit_in_bytes": "33554432\n",
                "memory/memory.limit_in_bytes": "9223372036854771712\n",
            ], 32
        ),
        ("4:memory:/\n", ["memory/memory.limit_in_bytes": "9223372036854771712\n"], nil),
        // Missing and invalid values.
        ("", [:], nil), ("0::/\n", [:], nil), ("0:\n::\n", ["memory.max": "1048576\n"], nil),
        ("0::/\n", ["memory.max": "99999999999999999999\n"], nil),
    ]

    @Test(arguments: cases)
    func `The smallest limit of nested control groups applies`(
        _ groups: String, _ files: [String: String], _ mebibytes: Int?
    ) {
        let limit = MachineLimits.controlGroupMemory(groups: groups, in: "/groups") { path in
            files[String(path.dropFirst("/groups/".count))]
        }
        #expect(limit == mebibytes.map { $0 * Self.mebibyte })
    }

    @Test func `The usable memory does not exceed the memory of the machine`() {
        #expect(MachineLimits.usableMemory > 64 * Self.mebibyte)
        #expect(MachineLimits.usableMemory <= MachineLimits().memory)
    }
}
