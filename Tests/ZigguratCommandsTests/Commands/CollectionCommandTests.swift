import Foundation
import TestSupport
import Testing

@testable import ZigguratCommands

/// Collections and blank tiles.
@Suite struct CollectionCommandTests {
    @Test func aRequestedCollectionIsKeptUpToDate() async throws {
        try await TemporaryFolder.with { folder in
            for name in ["a", "b", "c"] { try folder.draw("\(name).png", width: 30, height: 20) }
            // The collection adds the layout dzi, to which it refers.
            let first = Tool.run("export @/a.png -o @/out -l dzc,xyz", in: folder)
            #expect(
                first
                    == .init(
                        0,
                        output: """
                            @/out/a: xyz, dzi, 7 tiles, SIZE in TIME
                            @/out/dzc/collection.dzc: 1 image

                            """))
            let second = Tool.run("export @/b.png -o @/out -l iiif3,dzi", in: folder)
            #expect(second.output.hasSuffix("@/out/dzc/collection.dzc: 2 images\n"))
            #expect(
                folder.names(in: "out") == [
                    "a", "b", "collection.json", "dzc", "index.html", "pictures.js",
                ])
            let list = try Tool.document("list @/out --json", in: folder)
            #expect(
                list["collections"] == [
                    ["name": "dzc", "path": "@/out/dzc/collection.dzc", "items": 2],
                    ["name": "iiif", "path": "@/out/collection.json", "items": 1],
                ])
            #expect(
                Tool.run("list @/out", in: folder).output.hasSuffix(
                    "@/out/dzc/collection.dzc: 2 images\n@/out/collection.json: 1 image\n"))
            #expect(Tool.run("verify @/out", in: folder).status == 0)
            // An export without Deep Zoom is not in the collection.
            try #require(Tool.run("export @/c.png -o @/out -l xyz", in: folder).status == 0)
            #expect(Tool.run("remove b -o @/out", in: folder).status == 0)
            #expect(folder.names(in: "out") == ["a", "c", "dzc", "index.html", "pictures.js"])
            #expect(
                Tool.run("gallery @/out", in: folder).output
                    == "@/out/index.html\n@/out/dzc/collection.dzc: 1 image\n")
            // The user deletes the folder of an export.
            try FileManager.default.removeItem(at: folder["out/a"])
            #expect(Tool.run("verify @/out", in: folder).status == 1)
            #expect(Tool.run("gallery @/out", in: folder).output == "@/out/index.html\n")
            #expect(folder.names(in: "out") == ["c", "index.html", "pictures.js"])
        }
    }

    @Test(
        arguments: [
            ("-l dzc -c zip", "zip"), ("-l dzc --dzi-forms json", "dzi"),
        ])
    func invalidCollections(words: String, part: String) async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("a.png", width: 30, height: 20)
            let run = Tool.run("export @/a.png -o @/out \(words)", in: folder)
            #expect(run.status == 2 && run.errors.contains(part))
            #expect(folder.names(in: "") == ["a.png"])
        }
    }

    @Test func blankTiles() async throws {
        try await TemporaryFolder.with { folder in
            // A quarter of the image is not blank.
            try await Shell.run(
                "vips", ["black", folder["black.png"].path, "300", "200", "--bands", "3"]
            ).orThrow()
            try await Shell.run(
                "vips",
                [
                    "embed", folder["black.png"].path, folder["photo.png"].path, "0", "0", "600",
                    "400", "--extend", "white",
                ]
            ).orThrow()
            let plain = "export @/photo.png -o @/out -l xyz,iiif3 -t 256"
            let run = Tool.run("\(plain) --skip-blanks --base-url https://example.org", in: folder)
            #expect(run.status == 0)
            // Two of 3 × 2 tiles and one of 2 × 1 tiles contain black pixels.
            // The shared thumbnail decides whether the rounded sizes differ.
            #expect(
                run.output.replacing(" (SIZE on disk)", with: "")
                    == "@/out/photo: xyz, iiif3, 13 tiles, 5 blank tiles skipped, SIZE in TIME\n")
            #expect(run.notes.count == 2)
            #expect(run.notes.allSatisfy { $0.contains("blank") }, "\(run.errors)")
            #expect(Tool.run("verify @/out", in: folder).status == 0)
            let wrong = Tool.run("\(plain) --skip-blanks=256", in: folder)
            #expect(wrong.status == 2 && wrong.errors.contains("0 to 255"))
        }
    }
}
