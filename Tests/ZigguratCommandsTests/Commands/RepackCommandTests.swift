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
        ("{stem}-copy", "photo-copy"), ("{parent}/{stem}.v2", "box/photo.v2"),
        ("{parent}-{stem}", "box-photo"),
    ])
    func placeholders(template: String, name: String) async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("box/photo.jpg")
            let line = "export @/box/photo.jpg -o @/out -l xyz --name {parent}/{stem}"
            try #require(Tool.run(line, in: folder).status == 0)
            let plan = try Tool.document(
                "repack @/out/box/photo -o @/new -n --json --name \(template)", in: folder)
            #expect(plan["name"] == .string(name))
            #expect(
                Tool.run("repack @/out/box/photo -o @/new --name {page", in: folder).status == 2)
        }
    }

    @Test func maps() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("map/5/16/10.png", width: 256, height: 256)
            let line = "repack @/map -o @/new -c pmtiles --name a/b"
            let plan = Tool.run("\(line) -n", in: folder)
            #expect(plan.status == 0 && plan.output == "a/b.pmtiles: 1 tile from @/map\n")
            #expect(plan.notes.count == 1 && folder.names(in: "new") == [])
            let result = Tool.run(line, in: folder)
            #expect(result.status == 0)
            #expect(result.output == "@/new/a/b.pmtiles: 1 tile, SIZE in TIME\n")
            #expect(Tool.run(line, in: folder).output == "@/new/a/b.pmtiles: up to date\n")
            #expect(
                Tool.run("\(line) -n", in: folder).output
                    == "a/b.pmtiles: 1 tile from @/map\na/b.pmtiles: up to date\n")
            // A repacked map is not an export, so it has neither a gallery nor a page.
            #expect(folder.names(in: "new") == ["a"] && folder.names(in: "new/a") == ["b.pmtiles"])
            let verified = Tool.run("verify @/new/a/b.pmtiles", in: folder)
            #expect(verified.status == 0 && verified.notes == [])
        }
    }

    @Test func mapDocuments() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("map/5/16/10.png", width: 256, height: 256)
            let result = try Tool.document("repack @/map -o @/new -l tms --json", in: folder)
            #expect(
                result.object?.keys.sorted() == ["bytes", "map", "outcome", "path", "seconds"])
            #expect(result["path"] == "@/new/map" && result["outcome"] == "exported")
            #expect(result["map"]["layout"] == "tms" && result["map"]["minZoom"] == 5)
            #expect(result["map"]["bounds"][0] == 0 && result["map"]["bounds"][2] == 11.25)
            #expect(
                folder.names(in: "new/map") == ["5", "tilejson.json", "tilemapresource.xml"])
        }
    }

    @Test(arguments: [
        ("repack @/map -o @/new -c zip", "@/map", 2),
        ("repack @/map -o @/new -l xyz,tms", "@/map", 2),
        ("repack @/map -o @/new --scales 1,2", "@/map", 2),
        ("repack @/map -o @ -l tms", "@/map", 1),
        ("repack @/map -o @ --name other --replace", "@/other", 1),
    ])
    func rejectedMaps(line: String, subject: String, status: Int32) async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("map/5/16/10.png", width: 256, height: 256)
            try folder.write("text", to: "other/file")
            let run = Tool.run(line, in: folder)
            #expect(run.status == status && run.output == "")
            #expect(run.subjects == [subject], "\(run.errors)")
            #expect(folder.names(in: "new") == [] && folder.names(in: "other") == ["file"])
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
