import Foundation
import FuzzTargets
import TestSupport
import Testing

/// Runs each fuzz target for a short time with its seeds and mutations of them. `make fuzz` runs
/// longer.
@Suite("Fuzz targets")
struct FuzzTests {
    private static let mutations = 200

    private static func seeds(_ target: String) -> String {
        Repository.root.appending(path: "Tests/FuzzSeeds/\(target)").path
    }

    @Test(
        "A target survives its seeds and mutations of them", arguments: FuzzTarget.all.map(\.name))
    func target(name: String) async throws {
        try await TemporaryFolder.with { folder in
            let input = folder["input"].path
            let result = try await Shell.run(
                BuiltProgram.url("fuzz").path,
                [name, input, Self.seeds(name), "\(Self.mutations)"],
                environment: ["SWIFT_BACKTRACE": "enable=no", "TMPDIR": folder.path])
            guard result.status != 0 else { return }
            let bytes = try Data(contentsOf: folder["input"])
            Issue.record(
                "\(result.ending), input: \(bytes.base64EncodedString())\n\(result.errors)")
        }
    }

    @Test("Every target has seeds, and every seed has a target")
    func seeds() throws {
        let folder = Repository.root.appending(path: "Tests/FuzzSeeds").path
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(names == FuzzTarget.all.map(\.name).sorted())
        for name in names {
            #expect(
                try !FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(name)").isEmpty)
        }
    }

    @Test("A crash and its input are reported")
    func control() async throws {
        try await TemporaryFolder.with { folder in
            let seed = try folder.write("x", to: "seeds/a").deletingLastPathComponent()
            let result = try await Shell.run(
                BuiltProgram.url("fuzz").path, ["control", folder["input"].path, seed.path, "9"],
                environment: ["SWIFT_BACKTRACE": "enable=no", "TMPDIR": folder.path])
            #expect(result.signal != nil)
            #expect(try Data(contentsOf: folder["input"]) == Data("x".utf8))
        }
    }
}
