import Foundation
import TestSupport
import Testing
import ZigguratKit

@Suite("Blank tiles are left out where something says so, and written otherwise")
struct BlankTileTests {
    static let plain = TilingRequest(tileSize: 256, overlap: 0)

    private static func export(
        _ layouts: [any Layout], in shop: Workshop, tolerance: Int? = 0,
        background: [UInt8] = [255, 255, 255], dirt: Int = 0,
        change: (inout ExportOptions) -> Void = { _ in }
    ) async throws -> ImageExport.Result {
        let image = try await SpottedPicture.write(
            to: shop.folder["photo.png"], background: background, dirt: dirt)
        return try shop.exporter(layouts) {
            $0.tiling = plain
            $0.blankTolerance = tolerance
            change(&$0)
        }.export(image)
    }

    /// The tiles in a bundle's folder of numbers, its own picture files and nothing else.
    private static func tiles(_ layout: String, in shop: Workshop) throws -> Set<String> {
        Set(
            try shop.folder.files(under: "Output/photo/\(layout)").filter {
                $0.hasSuffix(".jpg") && !$0.hasPrefix("viewer/")
            })
    }

    static let there: [(layout: any Layout, paths: Set<String>)] = [
        (
            .dzi,
            Set((0...8).map { "photo_files/\($0)/0_0.jpg" })
                .union([
                    "photo_files/9/0_0.jpg", "photo_files/9/1_0.jpg", "photo_files/10/1_1.jpg",
                    "photo_files/10/3_0.jpg",
                ])
        ),
        (.xyz, ["0/0/0.jpg", "1/0/0.jpg", "1/1/0.jpg", "2/1/1.jpg", "2/3/0.jpg"]),
        (.google, ["0/0/0.jpg", "1/0/0.jpg", "1/0/1.jpg", "2/1/1.jpg", "2/0/3.jpg"]),
        // Half the height is a tile and a half: the grid begins at the bottom.
        (.tms, ["0/0/0.jpg", "1/0/0.jpg", "1/1/1.jpg", "2/1/1.jpg", "2/3/2.jpg"]),
        (
            .zoomify,
            [
                "TileGroup0/0-0-0.jpg", "TileGroup0/1-0-0.jpg", "TileGroup0/1-1-0.jpg",
                "TileGroup0/2-1-1.jpg", "TileGroup0/2-3-0.jpg",
            ]
        ),
    ]

    @Test("what is there, written out")
    func whatIsThere() async throws {
        try await Workshop.with { shop in
            let result = try await Self.export(Self.there.map(\.layout), in: shop)
            for (layout, paths) in Self.there {
                #expect(try Self.tiles(layout.name, in: shop) == paths, "\(layout.name)")
                let bundle = try #require(
                    result.manifest.bundles.first { $0.layout == layout.name })
                #expect(bundle.tiles == paths.count, "\(layout.name)")
            }
            #expect(result.manifest.settings.blankTolerance == 0)
            #expect(result.manifest.bundles[1].absent?.count == 12)
            #expect(try BundleAudit.complaints(of: result.folder, result.manifest) == [])
            let verdict = try Verdict(shop.output)
            #expect(verdict.findings == [])
            #expect(verdict.summaries.map(\.tiles) == Self.there.map(\.paths.count))
            // Read back from the disk, the manifest says the same.
            #expect(try shop.exporter().exports() == [result.manifest])
        }
    }

    @Test("Deep Zoom names what is there")
    func displayRects() async throws {
        try await Workshop.with { shop in
            _ = try await Self.export([DeepZoomLayout(forms: [.xml, .json])], in: shop)
            let text = try String(
                contentsOf: shop.folder["Output/photo/dzi/photo.dzi"], encoding: .utf8)
            let rects =
                [(0, 8, 0, 0, 1024, 768), (9, 9, 0, 0, 1024, 512)]
                + [(10, 10, 768, 0, 256, 256), (10, 10, 256, 256, 256, 256)]
            let lines = rects.map { first, last, x, y, width, height in
                """
                    <DisplayRect MinLevel="\(first)" MaxLevel="\(last)">
                      <Rect X="\(x)" Y="\(y)" Width="\(width)" Height="\(height)"/>
                    </DisplayRect>

                """
            }
            #expect(text.contains("  <DisplayRects>\n\(lines.joined())  </DisplayRects>\n"))
            let json = try String(
                contentsOf: shop.folder["Output/photo/dzi/photo.json"], encoding: .utf8)
            #expect(json.components(separatedBy: "\"Rect\"").count == rects.count + 1)
            // What stands alone is known by its rectangles.
            try FileManager.default.moveItem(
                at: shop.folder["Output/photo/dzi"], to: shop.folder["alone"])
            let alone = try Verdict(shop.folder["alone/photo.dzi"].path)
            #expect(alone.lines == ["Deep Zoom image, 1024×768, 11 levels, 13 tiles, 0 faults"])
            try FileManager.default.removeItem(
                at: shop.folder["alone/photo_files/10/1_1.jpg"])
            #expect(try Verdict(shop.folder["alone/photo.dzi"].path).kinds == [.missingTile])
        }
    }

    @Test("with an overlap, a tile that shows its neighbour's spot is there")
    func overlap() async throws {
        try await Workshop.with { shop in
            // The large spot begins 44 pixels inside its tile and ends 12 pixels before it does.
            for (overlap, count) in [(0, 2), (12, 2), (13, 5), (44, 5), (45, 10)] {
                let result = try await Self.export([.dzi], in: shop) {
                    $0.tiling.overlap = overlap
                    $0.isForced = true
                    $0.viewer = .none
                }
                let top = try shop.folder.files(under: "Output/photo/dzi/photo_files/10")
                #expect(top.count == count, "\(overlap)")
                #expect(try Verdict(result.folder).findings == [])
            }
        }
    }

    @Test("clients of IIIF find every tile, blank ones as one file")
    func written() async throws {
        try await Workshop.with { shop in
            let result = try await Self.export([.xyz, .iiif3], in: shop)
            #expect(
                result.notes.contains {
                    $0.hasPrefix("iiif3: blank tiles are written, all of a size as the same bytes")
                })
            let bundle = result.manifest.bundles[1]
            #expect(bundle.absent == nil && bundle.tiles == 12 + 4 + 1)
            let stamps = try FileStamp.all(in: "\(result.folder)/iiif3")
            let blanks = [
                "0,0,256,256/256,256/0/default.jpg", "512,512,256,256/256,256/0/default.jpg",
            ]
            let whole = try #require(stamps[blanks[0]])
            #expect(stamps[blanks[1]]?.inode == whole.inode)
            let picture = try await PixelPicture.read(
                URL(filePath: "\(result.folder)/iiif3/\(blanks[0])"))
            #expect(Set(picture.samples) == [255])
            #expect(try Verdict(shop.output).findings == [])
            // Of 17 tiles 5 have a picture; the others come in two sizes.
            var encoded: [Int] = []
            for tolerance in [nil, 0] {
                let alone = try await Self.export([.iiif3], in: shop, tolerance: tolerance)
                encoded.append(alone.manifest.encodedTiles)
            }
            #expect(encoded[0] - encoded[1] == 12 - 2)
        }
    }

    @Test("without a page nobody would know: the tiles are written")
    func withoutPage() async throws {
        try await Workshop.with { shop in
            let result = try await Self.export([.xyz, .dzi], in: shop) { $0.viewer = .none }
            #expect(result.manifest.bundles.map { $0.absent?.count } == [nil, 12])
            #expect(try Self.tiles("xyz", in: shop).count == 17)
            #expect(try Verdict(shop.output).findings == [])
        }
    }

    @Test(
        "tolerance and background",
        arguments: [
            // Background of the picture, dirt, tolerance, tiles of full resolution that are there.
            ([255, 255, 255], 0, 0, 2), ([250, 250, 250], 0, 4, 12), ([250, 250, 250], 0, 5, 2),
            ([240, 240, 240], 10, 15, 2), ([240, 240, 240], 15, 14, 12),
            ([245, 245, 245], 10, 10, 2), ([255, 255, 255], -20, 19, 3),
            ([255, 255, 255], -20, 20, 2), ([0, 0, 0], 0, 254, 12), ([0, 0, 0], 0, 255, 0),
        ] as [([UInt8], Int, Int, Int)])
    func tolerance(background: [UInt8], dirt: Int, tolerance: Int, count: Int) async throws {
        try await Workshop.with { shop in
            _ = try await Self.export(
                [.xyz], in: shop, tolerance: tolerance, background: background, dirt: dirt)
            #expect(try Self.tiles("xyz", in: shop).count { $0.hasPrefix("2/") } == count)
            #expect(try Verdict(shop.output).findings == [])
        }
    }

    @Test("what is transparent is blank, whatever its colour")
    func transparent() async throws {
        for (dirt, tolerance, count) in [(0, 0, 2), (9, 8, 3), (9, 9, 2)] {
            try await Workshop.with { shop in
                let result = try await Self.export(
                    [.dzi], in: shop, tolerance: tolerance, background: [10, 20, 30, 0], dirt: dirt
                ) { $0.tiling.encoding = TileEncoding(.png) }
                let top = try shop.folder.files(under: "Output/photo/dzi/photo_files/10")
                #expect(top.count == count)
                #expect(try Verdict(result.folder).findings == [])
            }
        }
    }

    /// A source, how its tiles are encoded, and how many of full resolution are there.
    struct Encoded: Sendable, CustomTestStringConvertible {
        let background: [UInt8]
        let encoding: TileEncoding
        var dirt = 0
        var tolerance = 0
        let count: Int

        var testDescription: String {
            "\(encoding.format), \(encoding.bits) bits, \(background), \(dirt), \(tolerance)"
        }
    }

    static let encoded: [Encoded] = [
        // Transparent, and of any colour.
        Encoded(background: [10, 20, 30, 0], encoding: TileEncoding(.png), count: 2),
        Encoded(background: [10, 20, 30, 0], encoding: TileEncoding(.webp), count: 2),
        Encoded(
            background: [10, 20, 30, 0], encoding: TileEncoding(.webp, lossless: true), count: 2),
        Encoded(background: [10, 20, 30, 0], encoding: TileEncoding(.png, bits: 16), count: 2),
        Encoded(
            background: [10, 20, 30, 0], encoding: TileEncoding(.webp), dirt: 9, tolerance: 8,
            count: 3),
        // Opaque white in a picture with transparency is something to be seen.
        Encoded(background: [255, 255, 255, 255], encoding: TileEncoding(.png), count: 12),
        // In 16 bits a tolerance is one of 8: 255 is 65,535, and 1 is 257.
        Encoded(background: [255, 255, 255], encoding: TileEncoding(.png, bits: 16), count: 2),
        Encoded(
            background: [255, 255, 255], encoding: TileEncoding(.png, bits: 16), dirt: -20,
            tolerance: 19, count: 3),
        Encoded(
            background: [255, 255, 255], encoding: TileEncoding(.png, bits: 16), dirt: -20,
            tolerance: 20, count: 2),
        Encoded(
            background: [255, 255, 255], encoding: TileEncoding(.png, palette: true), count: 2),
        Encoded(
            background: [255, 255, 255], encoding: TileEncoding(.webp, lossless: true), count: 2),
    ]

    @Test("in every depth, with and without transparency", arguments: encoded)
    func encodings(_ test: Encoded) async throws {
        try await Workshop.with { shop in
            let result = try await Self.export(
                [.dzi, .xyz], in: shop, tolerance: test.tolerance, background: test.background,
                dirt: test.dirt
            ) { $0.tiling.encoding = test.encoding }
            let level = "Output/photo/dzi/photo_files/10"
            let top = try shop.folder.files(under: level)
            #expect(top.count == test.count)
            #expect(try Verdict(result.folder).findings == [])
            let tiles = try top.map { try Data(contentsOf: shop.folder["\(level)/\($0)"]) }
            // Every tile that is there has the pixels of the export that leaves none out.
            _ = try await Self.export(
                [.dzi], in: shop, tolerance: nil, background: test.background, dirt: test.dirt
            ) { $0.tiling.encoding = test.encoding }
            for (name, tile) in zip(top, tiles) {
                #expect(try Data(contentsOf: shop.folder["\(level)/\(name)"]) == tile, "\(name)")
            }
        }
    }

    /// Clients of IIIF and of plain grids without a page ask for every tile: there it is background,
    /// or transparent where that is kept.
    @Test(
        "tiles that are written are what the picture would be",
        arguments: [
            (TileEncoding(.png), [10, 20, 30, 0]), (TileEncoding(.webp), [10, 20, 30, 0]),
            (TileEncoding(.png, bits: 16), [255, 255, 255]),
            (TileEncoding(.png, bits: 16), [10, 20, 30, 0]),
        ] as [(TileEncoding, [UInt8])])
    func writtenEncodings(encoding: TileEncoding, background: [UInt8]) async throws {
        try await Workshop.with { shop in
            let result = try await Self.export([.xyz], in: shop, background: background) {
                $0.tiling.encoding = encoding
                $0.viewer = .none
            }
            #expect(result.manifest.bundles[0].absent == nil)
            let ending = encoding.format.fileExtension
            let tile = URL(filePath: "\(result.folder)/xyz/2/0/0.\(ending)")
            let picture = try await PixelPicture.read(tile)
            #expect((picture.width, picture.bands) == (256, background.count))
            if background.count == 4 {
                let alpha = stride(from: 3, to: picture.samples.count, by: 4).map {
                    picture.samples[$0]
                }
                #expect(Set(alpha) == [0])
            } else {
                #expect(Set(picture.samples) == [255])
            }
            let bits = try await Shell.run("vipsheader", ["-f", "format", tile.path]).orThrow()
            #expect(bits.output.contains(encoding.bits == 16 ? "_USHORT" : "_UCHAR"))
            #expect(try Verdict(result.folder).findings == [])
        }
    }

    @Test("what is cut out of a JPEG as it is stays; of the levels below it blank tiles go")
    func lossless() async throws {
        try await Workshop.with { shop in
            try await SpottedPicture.write(to: shop.folder["photo.png"])
            try await Shell.run(
                "vips",
                [
                    "jpegsave", shop.folder["photo.png"].path, shop.folder["photo.jpg"].path, "--Q",
                    "90",
                ]
            ).orThrow()
            for (tolerance, tiles) in [(nil, 12 + 4), (0, 12 + 2)] as [(Int?, Int)] {
                let result = try shop.exporter([.dzi]) {
                    $0.tiling = Self.plain
                    $0.tiling.encoding = TileEncoding(.jpeg, lossless: true)
                    $0.blankTolerance = tolerance
                    $0.isForced = true
                }.export(shop.folder["photo.jpg"].path)
                let files = try shop.folder.files(under: "Output/photo/dzi/photo_files")
                #expect(files.count { $0.hasPrefix("10/") || $0.hasPrefix("9/") } == tiles)
                #expect(try Verdict(result.folder).findings == [])
            }
        }
    }

    @Test("of an empty picture the levels of one tile are there")
    func empty() async throws {
        try await Workshop.with { shop in
            let image = try await PixelPicture(
                width: 700, height: 600, bands: 3,
                samples: [UInt8](repeating: 255, count: 700 * 600 * 3)
            ).write(to: shop.folder["photo.png"]).path
            let result = try shop.exporter([.dzi, .xyz]) {
                $0.tiling = Self.plain
                $0.blankTolerance = 0
            }.export(image)
            #expect(result.manifest.bundles.map(\.tiles) == [9, 1])
            #expect(try Verdict(shop.output).findings == [])
        }
    }

    @Test("containers", arguments: ["zip", "szi", "pmtiles", "mbtiles"])
    func containers(name: String) async throws {
        try await Workshop.with { shop in
            let format = try #require(ContainerRegistry.format(named: name))
            let result = try await Self.export(format.defaultLayouts, in: shop) {
                $0.container = format
            }
            let bundle = result.manifest.bundles[0]
            // “No sparse images”, says the description of SZI.
            #expect(bundle.absent?.count == (name == "szi" ? nil : 12))
            let verdict = try Verdict(shop.output)
            #expect(verdict.findings == [])
            #expect(verdict.summaries.map(\.tiles) == [bundle.tiles])
            // The file alone says what is left out of it.
            let alone = shop.folder["alone.\(name)"]
            try FileManager.default.moveItem(
                at: shop.folder["Output/photo/\(bundle.path)"], to: alone)
            let second = try Verdict(alone.path)
            #expect(second.findings == [] && second.notes == [])
            #expect(second.summaries.map(\.tiles) == [bundle.tiles])
            #expect(second.summaries.map(\.size) == [PixelSize(width: 1024, height: 768)])
        }
    }

    @Test("a tile that should be there, and one that should not, are found")
    func damage() async throws {
        try await Workshop.with { shop in
            let result = try await Self.export([.xyz, .dzi], in: shop)
            let files = FileManager.default
            try files.copyItem(
                atPath: "\(result.folder)/xyz/2/1/1.jpg", toPath: "\(result.folder)/xyz/2/1/2.jpg")
            try files.removeItem(atPath: "\(result.folder)/xyz/2/3/0.jpg")
            try Data(
                String(contentsOfFile: "\(result.folder)/dzi/photo.dzi", encoding: .utf8)
                    .replacing("X=\"768\"", with: "X=\"512\"").utf8
            ).write(to: URL(filePath: "\(result.folder)/dzi/photo.dzi"))
            let verdict = try Verdict(shop.output)
            #expect(
                verdict.findings.contains {
                    $0.kind == .extraFile && $0.place.hasSuffix("2/1/2.jpg")
                })
            #expect(
                verdict.findings.contains {
                    $0.kind == .missingTile && $0.place.hasSuffix("2/3/0.jpg")
                })
            #expect(
                verdict.findings.contains {
                    $0.kind == .descriptor
                        && $0.problem == "it says that other tiles are left out than those that are"
                })
        }
    }

    @Test(
        "repacked, they are left out again or written",
        arguments: [
            ("dzi", "folder", "dzi", "zip", 12), ("dzi", "folder", "dzi", "szi", nil),
            ("dzi", "folder", "xyz", "pmtiles", 12), ("dzi", "folder", "iiif3", "folder", nil),
            ("xyz", "pmtiles", "xyz", "mbtiles", 12), ("xyz", "mbtiles", "dzi", "folder", 12),
            ("xyz", "folder", "xyz", "folder", 12),
        ] as [(String, String, String, String, Int?)])
    func repacked(
        layout: String, container: String, newLayout: String, newContainer: String, count: Int?
    ) async throws {
        try await Workshop.with { shop in
            let old = try #require(LayoutRegistry.layout(named: layout))
            let result = try await Self.export([old], in: shop) {
                $0.container = ContainerRegistry.format(named: container) ?? .folder
                $0.tiling.edge = .crop
            }
            let options = Repacking.Options(
                layouts: [try #require(LayoutRegistry.layout(named: newLayout))],
                container: try #require(ContainerRegistry.format(named: newContainer)))
            for source in [result.folder, "alone"] {
                var path = source
                if source == "alone" {
                    path = shop.folder["alone"].path
                    let bundle = "\(result.folder)/\(result.manifest.bundles[0].path)"
                    try FileManager.default.moveItem(atPath: bundle, toPath: path)
                    if layout == "dzi" { path += "/photo.dzi" }
                }
                let there = shop.folder["there \(source == "alone")"].path
                let repacker = Repacker(path, to: there, options: options)
                let manifest = try repacker.run(try repacker.plan()).manifest
                #expect(manifest.bundles.map { $0.absent?.count } == [count], "\(source)")
                let verdict = try Verdict(there)
                #expect(verdict.findings == [], "\(source)")
            }
        }
    }

    @Test("the page knows: every tile it asks for is there")
    func pageTable() async throws {
        try await Workshop.with { shop in
            _ = try await Self.export([.xyz], in: shop)
            let page = try String(
                contentsOf: shop.folder["Output/photo/xyz/index.html"], encoding: .utf8)
            // Row by row: 0 to 2 of row 0; 0 of row 1 joins what is behind it; and so on.
            #expect(page.contains(#""absent":[0,3,4,1,6,6]"#))
            #expect(page.contains(#""absent":[2,2]"#))
            #expect(page.contains("\"background\":\"#ffffff\""))
        }
    }

    @Test("nothing is different where nobody asks")
    func off() async throws {
        try await Workshop.with { shop in
            let result = try await Self.export([.dzi, .xyz], in: shop, tolerance: nil)
            #expect(result.manifest.bundles.map(\.absent) == [nil, nil])
            let text = try String(contentsOfFile: "\(result.folder)/ziggurat.json", encoding: .utf8)
            #expect(!text.contains("absent") && !text.contains("blankTolerance"))
            let descriptor = try String(
                contentsOfFile: "\(result.folder)/dzi/photo.dzi", encoding: .utf8)
            #expect(!descriptor.contains("DisplayRects"))
            // Asked for, the export is another one.
            let again = try await Self.export([.dzi, .xyz], in: shop)
            #expect(again.outcome == .exported)
        }
    }
}
