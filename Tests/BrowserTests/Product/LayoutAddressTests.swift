import Foundation
import TestSupport
import Testing
import ZigguratKit

/// OpenSeadragon requests exactly the files of layouts that it opens by a descriptor or by one of its
/// built-in tile sources.
@Suite struct LayoutAddressTests {
    private static let sizes = AddressTests.sizes

    /// The files of a bundle without its documents.
    private static func tiles(
        _ bundle: String, in folder: TemporaryFolder
    ) throws -> Set<String> {
        Set(
            try folder.files(under: bundle).filter { path in
                !path.hasSuffix(".json") && !path.hasSuffix(".xml") && !path.hasSuffix(".dzi")
                    && !path.hasSuffix(".js")
            }.map { "\(bundle)/\($0)" })
    }

    private static func export(
        _ layouts: [any Layout], to folder: TemporaryFolder, baseURL: String
    ) async throws {
        try await TemporaryFolder.with { sources in
            var images: [URL] = []
            for (width, height) in sizes {
                images.append(
                    try await Publication.plainImage(
                        width: width, height: height, to: sources["\(width) × \(height).png"]))
            }
            try await Publication.export(
                images, to: folder.url,
                options: Exporter.Options(layouts: layouts, baseURL: baseURL, viewer: .none))
        }
    }

    @Test func zoomify() async throws {
        try await TemporaryFolder.with { folder in
            try await TileAddressProbe.with(serving: folder.url) { probe in
                try await Self.export([.zoomify], to: folder, baseURL: probe.address(of: ""))
                for (width, height) in Self.sizes {
                    let bundle = "\(width) × \(height)/zoomify"
                    let asked = try await probe.addresses(
                        ofSource: .object([
                            "type": .string("zoomifytileservice"), "width": .number(Double(width)),
                            "height": .number(Double(height)),
                            "tilesUrl": .string(probe.address(of: bundle) + "/"),
                        ]))
                    let files = try Self.tiles(bundle, in: folder)
                    #expect(asked.missing(among: files) == [], "\(bundle)")
                    #expect(asked.leftOver(among: files) == [], "\(bundle)")
                }
            }
        }
    }

    @Test func legacyAndForms() async throws {
        try await TemporaryFolder.with { folder in
            try await TileAddressProbe.with(serving: folder.url) { probe in
                try await Self.export(
                    [.legacy, DeepZoomLayout(forms: [.xml, .json, .jsonp])], to: folder,
                    baseURL: probe.address(of: ""))
                for (width, height) in Self.sizes {
                    let name = "\(width) × \(height)"
                    let legacy = try await probe.addresses(of: "\(name)/legacy/info.json")
                    let images = try Self.tiles("\(name)/legacy", in: folder)
                    #expect(legacy.missing(among: images) == [], "\(name)")
                    #expect(legacy.leftOver(among: images) == [], "\(name)")
                    let tiles = try Self.tiles("\(name)/dzi", in: folder)
                    for ending in ["dzi", "json", "js"] {
                        let asked = try await probe.addresses(of: "\(name)/dzi/\(name).\(ending)")
                        #expect(asked.missing(among: tiles) == [], "\(name).\(ending)")
                        #expect(asked.leftOver(among: tiles) == [], "\(name).\(ending)")
                    }
                }
            }
        }
    }

    /// OpenSeadragon does not request levels that the export omits.
    @Test func leftOutLevels() async throws {
        try await TemporaryFolder.with { folder in
            try await TileAddressProbe.with(serving: folder.url) { probe in
                try await TemporaryFolder.with { sources in
                    let image = try await Publication.plainImage(
                        width: 1027, height: 775, to: sources["photo.png"])
                    try await Publication.export(
                        [image], to: folder.url,
                        options: Exporter.Options(
                            layouts: [DeepZoomLayout(forms: [.xml, .json, .jsonp])],
                            levels: Pyramid.LevelRequest(minimumLevel: 8, maximumLevel: 10),
                            baseURL: probe.address(of: ""), viewer: .none))
                }
                let tiles = try Self.tiles("photo/dzi", in: folder)
                #expect(!tiles.isEmpty)
                for ending in ["dzi", "json", "js"] {
                    let asked = try await probe.addresses(of: "photo/dzi/photo.\(ending)")
                    #expect(asked.missing(among: tiles) == [], "\(ending)")
                    #expect(asked.leftOver(among: tiles) == [], "\(ending)")
                }
            }
        }
    }

    private static func exportSpots(
        _ layouts: [any Layout], to folder: TemporaryFolder, baseURL: String
    ) async throws {
        try await TemporaryFolder.with { sources in
            _ = try await SpottedPicture.write(to: sources["photo.png"])
            var options = Exporter.Options(
                layouts: layouts, tiling: Tiling.Request(tileSize: 128, overlap: 0),
                baseURL: baseURL)
            options.blankTolerance = 0
            try await Publication.export(
                [sources["photo.png"]], to: folder.url, options: options)
        }
    }

    /// OpenSeadragon does not request skipped blank tiles.
    @Test func blankTiles() async throws {
        try await TemporaryFolder.with { folder in
            try await TileAddressProbe.with(serving: folder.url) { probe in
                try await Self.exportSpots(
                    [DeepZoomLayout(forms: [.xml, .json, .jsonp])], to: folder,
                    baseURL: probe.address(of: ""))
                let tiles = try folder.files(under: "photo/dzi/photo_files").map {
                    "photo/dzi/photo_files/\($0)"
                }
                // Five of 48 tiles of full resolution are not blank.
                #expect(tiles.filter { $0.contains("_files/10/") }.count == 5)
                for ending in ["dzi", "json", "js"] {
                    let asked = try await probe.addresses(of: "photo/dzi/photo.\(ending)")
                    #expect(asked.missing(among: tiles) == [], "\(ending)")
                    #expect(asked.leftOver(among: tiles) == [], "\(ending)")
                }
            }
        }
    }

    /// Pages do not request skipped blank tiles.
    @Test func blankTilesOfPages() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.exportSpots([.dzi, .xyz, .tms], to: folder, baseURL: "http://localhost")
            try await PageAddresses.with(serving: folder, scriptsOf: "photo/xyz") { pages in
                for layout in ["dzi", "xyz", "tms"] {
                    let asked = try await pages.paths(of: "photo/\(layout)")
                    let files = try AddressTests.files(of: "photo/\(layout)", in: folder)
                    #expect(asked.subtracting(files) == [], "\(layout)")
                    #expect(asked.count == 10, "\(layout)")
                }
                // The negative control: the page requests a tile that was deleted.
                try FileManager.default.removeItem(at: folder["photo/xyz/3/7/0.jpg"])
                let asked = try await pages.paths(of: "photo/xyz")
                let files = try AddressTests.files(of: "photo/xyz", in: folder)
                #expect(asked.subtracting(files) == ["3/7/0.jpg"])
            }
        }
    }

    /// Pages of layouts for apps request all tiles of the highest density, and no other files.
    @Test func pagesOfAppLayouts() async throws {
        try await TemporaryFolder.with { folder in
            let layouts: [any Layout] = [
                .photoscroller, .tilemanager, .jctiled, .ldo, .catiledlayer,
            ]
            try await TemporaryFolder.with { sources in
                let image = try await Publication.plainImage(
                    width: 1025, height: 700, to: sources["a 50% #1.png"])
                try await Publication.export(
                    [image], to: folder.url, options: Exporter.Options(layouts: layouts))
            }
            let name = "a 50% #1"
            try await PageAddresses.with(serving: folder, scriptsOf: "a%2050%25%20%231/ldo") {
                pages in
                for layout in layouts {
                    let asked = try await pages.paths(of: "\(name)/\(layout.name)")
                    let files = try AddressTests.files(of: "\(name)/\(layout.name)", in: folder)
                    let tiles = files.filter { path in
                        (path.hasSuffix(".png") || path.hasSuffix(".jpeg"))
                            && !path.hasPrefix("2x/")
                    }
                    #expect(asked == tiles, "\(layout.name)")
                    #expect(asked.count >= 2, "\(layout.name)")
                }
            }
        }
    }

    /// The negative control: if the level sizes are rounded up, the files differ from the requests
    /// of clients that round down.
    @Test func theOtherRoundingShows() async throws {
        try await TemporaryFolder.with { folder in
            try await TileAddressProbe.with(serving: folder.url) { probe in
                try await Self.export(
                    [.zoomify(rounding: .up)], to: folder, baseURL: probe.address(of: ""))
                for (width, height, differs) in [(513, 513, true), (512, 512, false)] {
                    let bundle = "\(width) × \(height)/zoomify"
                    let asked = try await probe.addresses(
                        ofSource: .object([
                            "type": .string("zoomifytileservice"), "width": .number(Double(width)),
                            "height": .number(Double(height)),
                            "tilesUrl": .string(probe.address(of: bundle) + "/"),
                        ]))
                    let files = try Self.tiles(bundle, in: folder)
                    let fits =
                        asked.missing(among: files) == [] && asked.leftOver(among: files) == []
                    #expect(fits == !differs)
                }
            }
        }
    }
}
