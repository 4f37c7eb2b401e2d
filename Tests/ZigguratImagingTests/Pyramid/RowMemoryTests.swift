import Testing

@testable import ZigguratImaging

/// Memory for rows comes in large pages, where it is as large as one.
@Suite struct RowMemoryTests {
    private static let page = 2 << 20

    /// A remainder that is a large part of a large page becomes a whole one.
    @Test(arguments: [
        (1, 1), (page - 1, page - 1), (page, page), (page + 1, page + 1),
        (page + page / 8, page + page / 8), (page + page / 8 + 1, 2 * page),
        (4 * page - 1, 4 * page), (4 * page, 4 * page),
    ])
    func `A rest becomes a large page where it is cheaper`(_ bytes: Int, _ used: Int) {
        #expect(RowMemory.rounded(bytes) == used)
    }

    @Test(arguments: [1, 100_000, page, 3 * page - 9])
    func `All of it can be written, and large ones begin a large page`(_ bytes: Int) throws {
        let memory = try RowMemory(byteCount: bytes)
        memory.start.initializeMemory(as: UInt8.self, repeating: 255, count: bytes)
        #expect(memory.start.load(fromByteOffset: bytes - 1, as: UInt8.self) == 255)
        let place = UInt(bitPattern: memory.start)
        if bytes >= Self.page { #expect(place.isMultiple(of: UInt(Self.page))) }
    }
}
