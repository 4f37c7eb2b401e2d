import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import CommandLineParsing
@testable import ZigguratCommands

/// The output of `verify`.
@Suite struct VerifyCommandTests {
    @Test func clean() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.jpg", width: 1200, height: 800)
            try #require(Tool.run("export @/photo.jpg -o @/out -l dzi,xyz", in: folder).status == 0)
            let lines = """
                @/out/photo/dzi: Deep Zoom image, 1200 × 800, 12 levels, 37 tiles: no faults
                @/out/photo/xyz: z/x/y folders, y down, 1200 × 800, 4 levels, 29 tiles: no faults

                """
            for line in ["verify @/out", "verify @/out/photo --quick --jobs 1"] {
                #expect(Tool.run(line, in: folder) == .init(0, output: lines))
            }
        }
    }

    @Test func faults() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.jpg")
            try #require(Tool.run("export @/photo.jpg -o @/out -l xyz", in: folder).status == 0)
            try FileManager.default.removeItem(at: folder["out/photo/xyz/1"])
            try folder.write("x", to: "out/photo/xyz/0/0/0.jpg")
            let run = Tool.run("verify @/out --limit 1", in: folder)
            #expect(run.status == 1)
            #expect(
                run.output == """
                    @/out/photo/xyz: z/x/y folders, y down, 300 × 200, 2 levels, 3 tiles: 3 faults

                    """)
            #expect(
                run.subjects == [
                    "@/out/photo/xyz/0/0/0.jpg (level 0, column 0, row N)",
                    "@/out/photo/xyz/1/0/0.jpg (level 1, column 0, row N)",
                ])
            #expect(run.notes == ["1 more fault of kind missingTile"])
        }
    }

    @Test func document() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.jpg")
            try #require(Tool.run("export @/photo.jpg -o @/out -l xyz", in: folder).status == 0)
            try FileManager.default.moveItem(at: folder["out/photo/xyz"], to: folder["xyz"])
            try FileManager.default.removeItem(at: folder["xyz/index.html"])
            try FileManager.default.removeItem(at: folder["xyz/1/1/0.jpg"])
            try folder.write("x", to: "xyz/1/1/1.jpg")
            let document = try Tool.document(
                "verify @/xyz @/nowhere --json --limit 1", in: folder, status: 1)
            #expect(
                document.object?.keys.sorted() == [
                    "checked", "damaged", "errors", "faults", "notes", "units",
                ])
            #expect(document["units"] == 1 && document["damaged"] == 1)
            #expect(
                document["checked"] == [
                    [
                        "place": "@/xyz", "kind": "z/x/y folders, y down", "levels": 2, "tiles": 5,
                        "faults": 3, "size": ["width": 512, "height": 512],
                    ]
                ])
            #expect(document["faults"].array?.count == 3)
            #expect(
                document["faults"][0] == [
                    "kind": "missingTile", "place": "@/xyz/1/1/0.jpg",
                    "tile": ["level": 1, "column": 1, "row": 0],
                    "problem": document["faults"][0]["problem"],
                    "remedy": document["faults"][0]["remedy"],
                ])
            #expect(document["errors"][0]["subject"] == "@/nowhere")
            #expect(document["notes"][0]["place"] == "@/xyz")
        }
    }

    @Test func `Verifying several exports ends with one summary line`() async throws {
        try await TemporaryFolder.with { folder in
            for name in ["a", "b", "c"] { try folder.draw("\(name).jpg") }
            try #require(
                Tool.run("export @/a.jpg @/b.jpg @/c.jpg -l xyz -o @/out", in: folder).status == 0)
            let last = { (line: String) in
                Tool.run(line, in: folder).output.split(separator: "\n").last.map(String.init)
            }
            #expect(last("verify @/out") == "3 exports, none damaged")
            try FileManager.default.removeItem(at: folder["out/b/thumbnail.jpg"])
            #expect(last("verify @/out") == "3 exports, 1 damaged")
            #expect(
                last("verify @/out/a @/out/b/xyz @/no") == "2 exports, none damaged, 1 not checked")
            try folder.write("x", to: "out/index.html")
            #expect(last("verify @/out") == "3 exports, 1 damaged, 1 fault beside them")
            let document = try Tool.document("verify @/out --json", in: folder, status: 1)
            #expect(document["units"] == 3 && document["damaged"] == 1)
            #expect(document["faults"].array?.count == 2)
        }
    }

    @Test(arguments: ["@/nowhere", "@/photo.jpg"])
    func failures(path: String) async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.jpg")
            let run = Tool.run("verify \(path)", in: folder)
            #expect(run.status == 1 && run.output == "" && run.subjects == [path])
        }
    }

    @Test func progress() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.jpg")
            try #require(Tool.run("export @/photo.jpg -o @/out", in: folder).status == 0)
            let run = Tool.run("verify @/out --progress json", in: folder)
            for line in run.errors.split(separator: "\n") {
                let event = try JSONDecoder().decode(JSONValue.self, from: Data(line.utf8))
                #expect(event["event"] == "progress" && event["name"] == "@/out/photo/dzi")
            }
        }
    }

    @Test func interrupted() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.jpg")
            try #require(Tool.run("export @/photo.jpg -o @/out", in: folder).status == 0)
            let context = CommandContext(console: Tool.Transcript().console())
            context.cancellation.cancel()
            let words = ["verify", folder["out"].path].map { ArgumentText($0) }
            #expect(ZigguratTool.run(words, in: context) == .interrupted)
        }
    }
}
