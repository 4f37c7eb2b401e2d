import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

@Suite("Shards and a single export have the same bytes") struct ShardSameBytesTests {
    private static let metadata = """
        file,title,title@de,order,Shelf,x@de@en,e@mail@de
        page-0.jpg,First,Erste,2,A,one,eins
        plate-2.jpg,Plate {stem},,1,B,two,
        page-1.png,"With, a comma",,,C,,drei
        """

    @Test(
        arguments: [
            ["--layout", "dzi"],
            ["--layout", "iiif3,dzi,dzc", "--base-url", "https://example.org/p"],
            ["--container", "pmtiles"],
            ["--name", "{number:04}-{slug}", "--title", "{name} of {parent}", "--no-metadata"],
            ["--metadata", "list.csv", "--layout", "xyz", "--shared-assets"],
            ["--host", "netlify", "--checksums", "--format", "webp", "--include-source"],
            ["--name", "{parent}/{stem}", "--metadata", "list.csv", "--layout", "iiif3"],
            ["--by-size", "--layout", "zoomify", "--rotate", "90"],
        ])
    func options(_ options: [String]) async throws {
        try await Workshop.with { shop in
            try await shop.scans(6)
            try shop.folder.write(Self.metadata, to: "list.csv")
            try await shop.plan(options).orThrow()
            // The order of the shards and the current folder do not change the bytes.
            for number in [2, 3, 1] {
                try await Shell.run(
                    ZigguratBinary.url().path,
                    ["shard", "run", shop.folder["plan"].path, "\(number)"]
                ).orThrow()
            }
            try await shop.run(["shard", "finish", "plan"]).orThrow()
            try await shop.run(
                ["export", "scans"] + options.filter { $0 != "--by-size" } + ["-o", "Single"]
            ).orThrow()
            let (shards, single) = (try shop.contents("Output"), try shop.contents("Single"))
            #expect(single.count > 20)
            #expect(shards.keys.sorted() == single.keys.sorted())
            #expect(single.filter { shards[$0.key] != $0.value }.keys.sorted() == [])
        }
    }

    /// The negative control: other options give other bytes.
    @Test func otherOptions() async throws {
        try await Workshop.with { shop in
            try await shop.scans(1)
            try await shop.plan(["--quality", "70"], shards: 1).orThrow()
            try await shop.runShard(1).orThrow()
            try await shop.run(["export", "scans", "-o", "Single"]).orThrow()
            #expect(try shop.contents("Output") != shop.contents("Single"))
        }
    }

    @Test("Images of a list are exported once each, in the order of the list")
    func list() async throws {
        try await Workshop.with { shop in
            try await shop.scans(3)
            try shop.folder.write(
                "\u{FEFF}scans/page-1.png\r\n\nscans/page-0.jpg\nscans/page-1.png\nscans/plate-2.jpg",
                to: "names.txt")
            let options = ["--list", "names.txt", "--name", "{number}"]
            try await shop.plan(options, shards: 2, images: []).orThrow()
            for number in 1...2 { try await shop.runShard(number).orThrow() }
            #expect(shop.outputNames() == ["1", "2", "3"])
            let source = try Data(contentsOf: shop.folder["Output/1/ziggurat.json"])
            #expect(JSONValue(parsing: [UInt8](source))?["source"]["file"] == "page-1.png")
        }
    }

    @Test("The plan has the options of the environment variable")
    func environment() async throws {
        try await Workshop.with { shop in
            try await shop.scans(1)
            try await Shell.run(
                ZigguratBinary.url().path,
                ["shard", "plan", "scans", "--shards", "1", "--plan", "plan"],
                environment: ["ZIGGURAT_OPTIONS": "--output=elsewhere --quality=70"],
                in: shop.folder.url
            ).orThrow()
            try await shop.runShard(1).orThrow()
            let manifest = try Data(
                contentsOf: shop.folder["elsewhere/page-0/ziggurat.json"])
            let tilings = JSONValue(parsing: [UInt8](manifest))?["settings"]["tilings"]
            #expect(tilings?[0]["encoding"]["quality"].integer == 70)
        }
    }
}
