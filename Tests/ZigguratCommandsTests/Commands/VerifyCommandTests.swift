import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ZigguratCommands

/// What `verify` prints, word for word.
@Suite struct VerifyCommandTests {
    @Test func clean() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.jpg", width: 1200, height: 800)
            try #require(Tool.run("export @/photo.jpg -o @/out -l dzi,xyz", in: folder).status == 0)
            let lines = """
                @/out/photo/dzi: Deep Zoom image, 1,200 × 800, 12 levels, 37 tiles: no faults
                @/out/photo/xyz: z/x/y folders, y down, 1,200 × 800, 4 levels, 29 tiles: no faults

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
            #expect(
                Tool.run("verify @/out --limit 1", in: folder)
                    == .init(
                        1,
                        output: """
                            @/out/photo/xyz: z/x/y folders, y down, 300 × 200, 2 levels, 3 tiles: 5 faults

                            """,
                        errors: """
                            ziggurat: @/out/photo/xyz/0/0/0.jpg (level 0, column 0, row N): it is no JPEG, \
                            PNG, WebP, AVIF or JPEG XL; export the picture again with --force
                            ziggurat: @/out/photo/xyz/1/0/0.jpg (level 1, column 0, row N): the tile is \
                            missing; export the picture again with --force
                            ziggurat: @/out/photo/ziggurat.json: it counts 8 files in xyz, and there are 6; \
                            export the picture again with --force
                            ziggurat: 1 more of the kind missingTile; --limit shows more of them, --json all
                            ziggurat: 1 more of the kind manifest; --limit shows more of them, --json all

                            """))
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
            #expect(document.object?.keys.sorted() == ["checked", "errors", "faults", "notes"])
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
                    "tile": ["level": 1, "column": 1, "row": 0], "problem": "the tile is missing",
                    "remedy": "get a good copy, or write the pyramid again",
                ])
            #expect(document["errors"][0]["subject"] == "@/nowhere")
            #expect(document["notes"][0]["place"] == "@/xyz")
        }
    }

    @Test(arguments: [
        ("verify @/nowhere", "@/nowhere: there is no such file or folder"),
        (
            "verify @/photo.jpg",
            "@/photo.jpg: there is no export and no pyramid that is known; name an export, a bundle, "
                + "a descriptor such as photo.dzi, or a file such as photo.pmtiles"
        ),
    ])
    func failures(line: String, complaint: String) async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.jpg")
            #expect(Tool.run(line, in: folder) == .init(1, errors: "ziggurat: \(complaint)\n"))
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

    /// A wish to stop ends it at the next batch of tiles.
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
