import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import CommandLineParsing
@testable import ZigguratCommands

/// Removing an export also affects comparisons, books and galleries.
@Suite struct RemoveCommandTests {
    /// Creates three exports in the folder `out`, and a comparison of two of them.
    private static func with(_ body: (TemporaryFolder) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            for name in ["a", "b", "c"] { try folder.draw("\(name).jpg") }
            for line in [
                "export @/a.jpg @/b.jpg @/c.jpg -l xyz -o @/out",
                "compare @/out/a @/out/b --name both -o @/out",
            ] { try #require(Tool.run(line, in: folder).status == 0) }
            try await body(folder)
        }
    }

    private static func names(_ folder: TemporaryFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder["out"].path)
            .filter { ["a", "b", "c", "both"].contains($0) }.sorted()
    }

    @Test("An export that a comparison shows is not removed")
    func refused() async throws {
        try await Self.with { folder in
            let run = Tool.run("remove a c -o @/out", in: folder)
            #expect(run.status == 1 && run.subjects == ["@/out/a"])
            #expect(run.errors.contains("both") && run.errors.contains("--comparisons"))
            let left = try Self.names(folder)
            #expect(left == ["a", "b", "both"])
            #expect(Tool.run("verify @/out", in: folder).status == 0)
            let error = #expect(throws: ZigguratError.self) {
                try Exporter(destination: folder["out"].path).remove("a")
            }
            #expect(error?.reason as? DestinationError == .isCompared(["both"]))
        }
    }

    @Test(
        "A comparison is removed together with its exports on request",
        arguments: ["remove a --comparisons -o @/out", "remove a both -o @/out"])
    func removed(line: String) async throws {
        try await Self.with { folder in
            #expect(Tool.run(line, in: folder).status == 0)
            let left = try Self.names(folder)
            #expect(left == ["b", "c"])
            #expect(Tool.run("verify @/out", in: folder).status == 0)
        }
    }

    @Test("Removing a page updates the book, its gallery card and its comparisons")
    func page() async throws {
        try await TemporaryFolder.with { folder in
            for name in ["1", "2", "3"] { try folder.draw("album/\(name).jpg") }
            for line in [
                "export --book @/album -o @/out",
                "compare @/out/album/1 @/out/album/2 --name both -o @/out",
            ] { try #require(Tool.run(line, in: folder).status == 0) }
            for line in ["remove 1 -o @/out/album", "remove album -o @/out"] {
                let run = Tool.run(line, in: folder)
                #expect(run.status == 1 && run.errors.contains("both"), "\(line)")
            }
            #expect(Tool.run("remove 3 -o @/out/album", in: folder).status == 0)
            let page = try String(contentsOf: folder["out/index.html"], encoding: .utf8)
            #expect(page.contains("2 pages") && !page.contains("3 pages"))
            #expect(Tool.run("verify @/out", in: folder).status == 0)
            #expect(Tool.run("remove 1 --comparisons -o @/out/album", in: folder).status == 0)
            #expect(FileManager.default.fileExists(atPath: folder["out/both"].path) == false)
            let run = Tool.run("remove 2 -o @/out/album", in: folder)
            #expect(run.status == 1 && run.subjects == ["@/out/album/2"])
            #expect(Tool.run("verify @/out", in: folder).status == 0)
        }
    }
}
