import Foundation
import TestSupport
import Testing

@testable import ZigguratCommands

/// The JSON documents on standard output; their field names must not change.
@Suite struct JSONDocumentTests {
    private static let header = [
        "bands", "bitsPerSample", "colour", "conversions", "format", "hasAlpha", "hasProfile",
        "metadata", "orientation", "page", "pages", "size", "temporaryBytes",
    ]
    private static let error = ["code", "problem", "remedy", "subject"]
    private static let tiling = ["edge", "encoding", "overlap", "tileSize"]

    @Test func export() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.jpg")
            try folder.draw("scan.png", width: 20, height: 10)
            let document = try Tool.document(
                "export @/photo.jpg @/scan.png @/missing.jpg -o @/out -l dzi,iiif --json",
                in: folder,
                status: 1)
            #expect(
                keys(document) == [
                    "books", "collections", "errors", "exports", "notes", "open", "summary",
                ])
            #expect(document["open"] == "@/out/index.html")
            #expect(keys(document["summary"]) == ["exported", "failed", "seconds", "upToDate"])
            #expect(document["summary"]["exported"] == 2 && document["summary"]["failed"] == 1)
            #expect(document["exports"].array?.count == 2)
            #expect(document["errors"].array?.count == 1)
            #expect(keys(document["errors"][0]) == Self.error)
            #expect(document["errors"][0]["code"] == "unreadableSource")
            #expect(document["errors"][0]["subject"] == "@/missing.jpg")
            #expect(
                document["collections"] == [
                    ["name": "iiif", "path": "@/out/collection.json", "items": 2]
                ])
            let entry = document["exports"][0]
            #expect(keys(entry) == ["folder", "manifest", "notes", "outcome", "seconds"])
            #expect(entry["outcome"] == "exported")
            #expect(entry["folder"] == "@/out/photo")
            #expect(entry["notes"].array?.count == 1)
            let manifest = entry["manifest"]
            #expect(
                keys(manifest) == [
                    "bundles", "encodedTiles", "format", "generator", "hashes", "image", "name",
                    "previews", "settings", "source", "thumbnail",
                ])
            #expect(keys(manifest["image"]) == Self.header)
            #expect(keys(manifest["image"]["size"]) == ["height", "width"])
            #expect(keys(manifest["source"]) == ["bytes", "file", "modified", "place"])
            #expect(
                keys(manifest["settings"]) == [
                    "alpha", "background", "caption", "container", "fixity", "layouts", "source",
                    "tilings", "viewer",
                ])
            #expect(
                keys(manifest["bundles"][0]) == [
                    "bytes", "files", "isFolder", "layout", "levels", "page", "path", "tiles",
                    "tiling",
                ])
            #expect(keys(manifest["bundles"][0]["tiling"]) == Self.tiling)
            #expect(
                keys(manifest["bundles"][0]["tiling"]["encoding"]) == [
                    "bits", "compression", "format", "lossless", "palette", "progressive",
                    "quality", "subsampling",
                ])
            let again = try Tool.document(
                "export @/photo.jpg -o @/out -l dzi,iiif --json", in: folder)
            #expect(again["exports"][0]["outcome"] == "upToDate")
        }
    }

    /// An image of 300 × 200 pixels needs 13 encoded tiles. All layouts share eleven Deep Zoom
    /// tiles. The whole image for IIIF is also the thumbnail. The last one is the placeholder of
    /// the page.
    @Test(arguments: ["dzi,xyz,tms,zoomify,iiif,iiif3", "tms,iiif3,dzi"])
    func tilesAreEncodedOnce(layouts: String) async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.jpg")
            let document = try Tool.document(
                """
                export @/photo.jpg -o @/out -l \(layouts) --tile-size 256 --overlap 0 --edge crop \
                --json
                """, in: folder)
            let manifest = document["exports"][0]["manifest"]
            let bundle = manifest["bundles"].array?.first { $0["layout"] == "dzi" }
            #expect(bundle?["tiles"] == 11)
            #expect(manifest["encodedTiles"] == 13)
        }
    }

    @Test(arguments: ["plan", "export --dry-run"])
    func plan(command: String) async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.jpg")
            let document = try Tool.document(
                "\(command) @/photo.jpg @/missing.jpg --json", in: folder, status: 1)
            #expect(keys(document) == ["errors", "plans"])
            #expect(keys(document["errors"][0]) == Self.error)
            let plan = document["plans"][0]
            #expect(
                keys(plan) == [
                    "bundles", "conversions", "decodedBytes", "image", "isUpToDate",
                    "isWorthTiling", "memory", "name", "notes", "sizes", "source",
                ])
            #expect(
                keys(plan["memory"]) == [
                    "coefficients", "decoder", "images", "process", "program", "rows",
                    "total",
                ])
            #expect(keys(plan["image"]) == Self.header)
            #expect(plan["decodedBytes"] == 180_000)
            #expect(
                keys(plan["bundles"][0]) == [
                    "container", "estimatedBytes", "layout", "levels", "path", "tiles", "tiling",
                ])
            #expect(keys(plan["bundles"][0]["tiling"]) == Self.tiling)
        }
    }

    @Test(arguments: [("dzi", 0), ("legacy", 6000 * 4000 * 3)])
    func `A plan states a temporary file only if a layout needs turned rows`(
        _ layout: String, _ bytes: Int
    ) async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: 500, height: 500)
                .writeRepeated(to: folder["photo.jpg"], width: 6000, height: 4000)
            let document = try Tool.document(
                """
                plan @/photo.jpg --rotate 90 --layout \(layout) --json \
                --base-url https://example.org/
                """, in: folder)
            #expect(document["plans"][0]["image"]["temporaryBytes"].integer == bytes)
        }
    }

    /// Whole images that are encoded in memory count with twice their estimated size. The estimate
    /// is 1.15 bits per pixel at quality 85, and 600 bytes per file.
    @Test(arguments: [
        ("-l dzi", 0), ("-l single", 2 * (8625 + 600)),
        ("-l legacy", 2 * (8625 + 600) + 2 * (2156 + 600)),
        ("-l dzi --sizes 100", 2 * (963 + 600)),
        ("-l single --sizes 100,200", 2 * (8625 + 600) + 2 * (963 + 600) + 2 * (3823 + 600)),
        // These formats are encoded only after the last row has arrived.
        ("-l single -f png", 0), ("-l single --progressive", 0),
    ])
    func memoryOfWholeImages(options: String, bytes: Int) async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.jpg")
            let document = try Tool.document("plan @/photo.jpg --json \(options)", in: folder)
            let memory = document["plans"][0]["memory"]
            #expect(memory["images"].integer == bytes)
            let parts = ["program", "rows", "images"].compactMap { memory[$0].integer }
            #expect(parts.count == 3 && memory["total"].integer == parts.reduce(0, +))
        }
    }

    @Test func layouts() async throws {
        try await TemporaryFolder.with { folder in
            let document = try Tool.document("layouts --json", in: folder)
            #expect(keys(document) == ["collections", "containers", "layouts"])
            for layout in document["layouts"].array ?? [] {
                #expect(
                    keys(layout) == [
                        "edge", "examplePath", "formats", "name", "overlap", "summary", "tileSize",
                        "wholeLevels",
                    ])
            }
            #expect(document["collections"].array?.count == 2)
            for collection in document["collections"].array ?? [] {
                #expect(
                    keys(collection) == [
                        "examplePath", "isAutomatic", "layouts", "name", "summary",
                    ])
            }
            #expect(document["containers"].array?.count == 6)
            for container in document["containers"].array ?? [] {
                #expect(
                    keys(container) == [
                        "defaultLayouts", "examplePath", "layouts", "name", "summary",
                    ])
            }
        }
    }

    @Test func sampleListGalleryAndRemove() async throws {
        try await TemporaryFolder.with { folder in
            let sample = try Tool.document("sample @/photo.jpg --size 30x20 --json", in: folder)
            #expect(sample == ["file": "@/photo.jpg", "width": 30, "height": 20])
            try #require(Tool.run("export @/photo.jpg -o @/out", in: folder).status == 0)
            let list = try Tool.document("list @/out --json", in: folder)
            #expect(keys(list) == ["books", "collections", "comparisons", "exports"])
            #expect(list["exports"][0]["name"] == "photo")
            #expect(
                try Tool.document("gallery @/out --json", in: folder) == [
                    "page": "@/out/index.html", "collections": [],
                ])
            let removed = try Tool.document(
                "remove photo ghost -o @/out --json", in: folder, status: 1)
            #expect(keys(removed) == ["errors", "removed"])
            #expect(removed["removed"] == ["@/out/photo"])
            #expect(keys(removed["errors"][0]) == Self.error)
        }
    }

    private func keys(_ value: JSONValue) -> [String] { (value.object ?? [:]).keys.sorted() }
}
