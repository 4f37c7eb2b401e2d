import Foundation
import TestSupport
import Testing

@testable import ZigguratCommands

/// The output of `repack`.
@Suite struct RepackCommandTests {
    @Test func exportedAndUpToDate() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.jpg")
            try #require(Tool.run("export @/photo.jpg -o @/out -l xyz", in: folder).status == 0)
            let line = "repack @/out/photo -o @/new -c pmtiles --name map"
            #expect(
                Tool.run("\(line) -n", in: folder)
                    == .init(0, output: "map/map.pmtiles: 3 tiles from @/out/photo/xyz\n"))
            #expect(folder.names(in: "new") == [])
            #expect(
                Tool.run(line, in: folder)
                    == .init(0, output: "@/new/map: map.pmtiles, 3 tiles, SIZE in TIME\n"))
            #expect(Tool.run(line, in: folder) == .init(0, output: "@/new/map: up to date\n"))
            #expect(folder.names(in: "new") == ["index.html", "map", "pictures.js"])
        }
    }

    @Test func documents() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.jpg")
            try #require(Tool.run("export @/photo.jpg -o @/out", in: folder).status == 0)
            let plan = try Tool.document("repack @/out/photo -o @/new -n --json", in: folder)
            #expect(plan["name"] == "photo" && plan["bundles"][0]["newTiles"] == 0)
            #expect(
                plan["bundles"][0].object?.keys.sorted() == [
                    "from", "layout", "levels", "newTiles", "path", "tiles", "tiling",
                ])
            let result = try Tool.document("repack @/out/photo -o @/new --json", in: folder)
            #expect(
                result.object?.keys.sorted() == ["folder", "manifest", "outcome", "seconds"])
            #expect(result["outcome"] == "exported" && result["folder"] == "@/new/photo")
        }
    }

    @Test(arguments: [
        ("repack @/out/photo -o @/new -l xyz", "@/out/photo/dzi", 2),
        ("repack @/out/photo -o @/out", "@/out/photo", 1),
        ("repack @/nowhere -o @/new", "@/nowhere", 1),
        ("repack @/photo.jpg -o @/new", "@/photo.jpg", 1),
        ("repack @/out/photo -o @/new --name a//b", "@/out/photo", 2),
    ])
    func rejectedConversions(line: String, subject: String, status: Int32) async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.jpg")
            try #require(Tool.run("export @/photo.jpg -o @/out", in: folder).status == 0)
            let run = Tool.run(line, in: folder)
            #expect(run.status == status && run.output == "")
            #expect(run.subjects == [subject], "\(run.errors)")
            #expect(folder.names(in: "new") == [])
        }
    }
}
