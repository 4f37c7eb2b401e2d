import Foundation
import TestSupport
import Testing
import ZigguratKit

/// A live server makes the tiles of large images on demand.
@Suite struct OnDemandImageTests {
    /// The file format and the options of the image.
    enum Kind: String, CaseIterable, Sendable {
        case tiles = "tile,tile-width=128,tile-height=128"
        case strips = "compression=lzw,predictor=horizontal"
        case largeTiles = "tile,tile-width=1024,tile-height=1024,compression=jpeg,Q=90"
        case oddTiles = "tile,tile-width=208,tile-height=176,compression=deflate"
        case waveletTiles = "tile-width=208,tile-height=176,lossless"
        case waveletStrips = "tile-width=4096,tile-height=4096,Q=60"
        case deep, waveletDeep, pyramid, mosaic, archive, sparse, slide, pages, secondPage

        /// Whether the server uses a decoder process for the format.
        var isIsolated: Bool {
            [.slide, .waveletTiles, .waveletStrips, .waveletDeep, .pages, .secondPage]
                .contains(self)
        }

        /// Writes the image.
        func write(in folder: TemporaryFolder) async throws -> URL {
            let wide = self == .slide ? 2400 : 1301
            let picture = TestPicture(width: wide, height: self == .slide ? 300 : 1103)
            try FileManager.default.createDirectory(
                at: folder["images"], withIntermediateDirectories: true)
            let image = folder["images/a.tif"]
            switch self {
            case .tiles, .strips, .largeTiles, .oddTiles:
                return try await picture.write(to: image, options: rawValue)
            case .deep, .waveletDeep:
                try await picture.write(to: folder["a.v"])
                let image = self == .deep ? image : folder["images/a.jp2"]
                let options =
                    self == .deep
                    ? "tile,tile-width=128,tile-height=128,compression=lzw"
                    : "tile-width=512,tile-height=512,lossless"
                let target = "\(image.path)[\(options)]"
                try await Shell.run(
                    "vips", ["colourspace", folder["a.v"].path, target, "rgb16"]
                ).orThrow()
                return image
            case .pyramid:
                try await picture.write(to: folder["a.png"])
                try Exporter(
                    destination: folder["pyramid"].path, layouts: nil, container: Formats.tiff
                ).export(folder["a.png"].path)
                let files = try FolderListing.files(in: folder["pyramid"])
                let file = try #require(files.first { $0.hasSuffix(".tif") })
                try FileManager.default.copyItem(at: folder["pyramid/\(file)"], to: image)
                return image
            case .mosaic:
                try await picture.write(to: folder["a.v"])
                var pieces: [String] = []
                for (x, y, width, height) in [
                    (0, 0, 700, 600), (700, 0, 601, 600), (0, 600, 700, 503), (700, 600, 601, 503),
                ] {
                    let name = "piece\(pieces.count).tif"
                    try await Shell.run(
                        "vips",
                        [
                            "crop", folder["a.v"].path, folder["images/\(name)"].path, "\(x)",
                            "\(y)", "\(width)", "\(height)",
                        ]
                    ).orThrow()
                    pieces.append(#"{"file": "\#(name)", "x": \#(x), "y": \#(y)}"#)
                }
                return try folder.write(
                    #"{"mosaic": [\#(pieces.joined(separator: ", "))]}"#, to: "images/a.json")
            case .waveletTiles, .waveletStrips:
                return try await picture.write(to: folder["images/a.jp2"], options: rawValue)
            case .archive, .sparse:
                try await picture.write(to: folder["a.png"])
                var options = Exporter.Options(layouts: [.xyz], container: Formats.pmtiles)
                if self == .sparse {
                    // Most tiles are white, so the file omits them.
                    try await Shell.run(
                        "vips",
                        [
                            "embed", folder["a.png"].path, folder["b.png"].path, "700", "600",
                            "2100", "1800", "--extend", "white",
                        ]
                    ).orThrow()
                    try FileManager.default.removeItem(at: folder["a.png"])
                    try FileManager.default.moveItem(at: folder["b.png"], to: folder["a.png"])
                    options.tiling.encoding = TileEncoding(.png)
                    options.blankTolerance = 0
                }
                try Exporter(destination: folder["archive"].path, options: options)
                    .export(folder["a.png"].path)
                let file = try #require(
                    try FolderListing.files(in: folder["archive"]).first {
                        $0.hasSuffix(".pmtiles")
                    })
                try FileManager.default.copyItem(
                    at: folder["archive/\(file)"], to: folder["images/a.pmtiles"])
                return folder["images/a.pmtiles"]
            case .pages, .secondPage:
                let other = TestPicture(width: 300, height: 200)
                let pages = self == .pages ? [picture, other] : [other, picture]
                for (number, page) in pages.enumerated() {
                    try await page.write(
                        to: folder["page\(number).tif"],
                        options: "tile,tile-width=128,tile-height=128,compression=lzw")
                }
                try await Shell.run(
                    "tiffcp",
                    ["-c", "lzw", folder["page0.tif"].path, folder["page1.tif"].path, image.path]
                ).orThrow()
                return image
            case .slide:
                // Trestle's scanners write overlapping tiles.
                try await picture.write(
                    to: image, options: "tile,tile-width=256,tile-height=256,compression=jpeg,Q=90")
                for (tag, text) in [("305", "MedScan"), ("270", "OverlapsXY= 32 32")] {
                    try await Shell.run("tiffset", ["-s", tag, text, image.path]).orThrow()
                }
                return image
            }
        }
    }

    /// Compares all tiles of an image with the tiles of an export.
    ///
    /// - Returns: the number of tiles, and the paths of tiles that differ.
    private static func compare(
        _ site: LiveSite, with export: URL
    ) throws -> (count: Int, wrong: [String]) {
        let job = try #require(try site.job("a"))
        #expect(job.isDirect)
        var (count, wrong) = (0, [String]())
        for bundle in job.plan.bundles {
            for tile in bundle.pyramid.tiles {
                guard let file = bundle.layout.files(of: tile).last else { continue }
                let path = "\(bundle.layout.name)/\(file)"
                guard
                    case .stored(let place)? = try site.file(
                        at: path, of: job, isWanted: { true })
                else {
                    wrong.append(path)
                    continue
                }
                count += 1
                let tile = try Data(contentsOf: URL(filePath: "\(site.folder)/\(place)"))
                if tile != (try Data(contentsOf: export.appending(path: path))) {
                    wrong.append(path)
                }
            }
        }
        return (count, wrong)
    }

    private static func options(of kind: Kind = .tiles) throws -> Exporter.Options {
        var options = Exporter.Options(
            layouts: kind == .tiles
                ? [
                    .dzi, .xyz, .google, .iiif, .iiif3, .photoscroller, .tilemanager, .jctiled,
                    .catiledlayer,
                ] : [.dzi])
        options.trust.allowsUntrusted = true
        if kind == .secondPage { options.source.page = 2 }
        if kind.isIsolated {
            options.trust.isolation = SourceRequest.Isolation(
                program: try ZigguratBinary.url().path)
        }
        return options
    }

    @Test(arguments: Kind.allCases)
    func `Tiles made on demand equal the tiles of an export`(kind: Kind) async throws {
        try await TemporaryFolder.with { folder in
            let image = try await kind.write(in: folder)
            let settings = try Self.options(of: kind)
            let exporter = Exporter(destination: folder["Output"].path, options: settings)
            try exporter.export(image.path)
            let site = try LiveSite(
                [image.path], options: settings,
                cache: LiveCache(folder["cache"].path, limit: 1), naming: SizeNaming(),
                directPixels: 1, longestLook: Patience.limit)
            defer { site.stop() }
            let (count, wrong) = try Self.compare(site, with: folder["Output/a"])
            #expect(wrong == [] && count > 20)
            guard kind == .tiles else { return }
            let job = try #require(try site.job("a"))
            let request = try IIIFImageRequest(
                ["full", "99,", "0", "default.jpg"], of: job.plan.header.size, .two)
            #expect(throws: ZigguratError.self) {
                try site.directRegion(request, of: job, isWanted: { false })
            }
            for path in ["dzi/index.html", "dzi/a.dzi", "xyz/viewer/ziggurat.js"] {
                guard case .document? = try site.file(at: path, of: job, isWanted: { true }) else {
                    Issue.record("no document at \(path)")
                    continue
                }
            }
            for path in [
                "dzi/a_files/99/0_0.jpg", "dzi/none", "none/index.html", "dzi/a_files/0/0_0.png",
            ] {
                #expect(try site.file(at: path, of: job, isWanted: { true }) == nil, "\(path)")
            }
        }
    }

    /// GDAL omits blocks that contain only 0 or the “no data” value.
    @Test(arguments: [0, 90])
    func `Missing blocks of a sparse TIFF are background`(value: Int) async throws {
        try await TemporaryFolder.with { folder in
            try FileManager.default.createDirectory(
                at: folder["images"], withIntermediateDirectories: true)
            try await TestPicture(width: 300, height: 200).write(to: folder["a.v"])
            try await Shell.run(
                "vips",
                [
                    "embed", folder["a.v"].path, folder["a.tif"].path, "530", "600", "1400",
                    "1301", "--extend", "background", "--background",
                    "\(value) \(value) \(value)",
                ]
            ).orThrow()
            for (name, options) in [("dense", []), ("images/a", ["-co", "SPARSE_OK=TRUE"])] {
                try await Shell.run(
                    "gdal_translate",
                    [
                        "-q", "-co", "TILED=YES", "-co", "BLOCKXSIZE=64", "-co", "BLOCKYSIZE=64",
                        "-a_nodata", "\(value)",
                    ] + options + [folder["a.tif"].path, folder["\(name).tif"].path]
                ).orThrow()
            }
            let bytes = try ["dense.tif", "images/a.tif"].map {
                try Data(contentsOf: folder[$0]).count
            }
            #expect(bytes[1] < bytes[0] / 4)
            let settings = try Self.options(of: .strips)
            let exporter = Exporter(destination: folder["Output"].path, options: settings)
            try exporter.export(folder["dense.tif"].path)
            let site = try LiveSite(
                [folder["images"].path], options: settings,
                cache: LiveCache(folder["cache"].path), naming: SizeNaming(), directPixels: 1)
            defer { site.stop() }
            try FileManager.default.createDirectory(
                at: folder["judge/dzi"], withIntermediateDirectories: true)
            try FileManager.default.moveItem(
                at: folder["Output/dense/dzi/dense_files"], to: folder["judge/dzi/a_files"])
            let (count, wrong) = try Self.compare(site, with: folder["judge"])
            #expect(wrong == [] && count > 20)
            // An export reads missing blocks as the live server does.
            try exporter.export(folder["images/a.tif"].path)
            let tile = "dzi/a_files/10/1_1.jpg"
            #expect(
                try Data(contentsOf: folder["Output/a/\(tile)"])
                    == Data(contentsOf: folder["judge/\(tile)"]))
        }
    }

    @Test func `Tiles of a sparse image of 200 gigapixels are made on demand`() async throws {
        try await TemporaryFolder.with { folder in
            let image = folder["a.tif"].path
            try await Shell.run(
                "gdal_create",
                [
                    "-q", "-outsize", "524288", "393216", "-bands", "1", "-co", "TILED=YES", "-co",
                    "BIGTIFF=YES", "-co", "SPARSE_OK=TRUE", image,
                ]
            ).orThrow()
            var options = try Self.options(of: .strips)
            options.trust.pixelLimit = 1 << 40
            // An export of the image would need more memory than this limit.
            options.memoryLimit = 400_000_000
            let site = try LiveSite(
                [image], options: options, cache: LiveCache(folder["cache"].path),
                naming: SizeNaming())
            defer { site.stop() }
            let job = try #require(try site.job("a"))
            for path in ["dzi/a_files/0/0_0.jpg", "dzi/a_files/10/2_1.jpg"] {
                guard case .stored? = try site.file(at: path, of: job, isWanted: { true }) else {
                    Issue.record("no tile at \(path)")
                    continue
                }
            }
            #expect(try site.preview(of: "a", longestSide: 512, isWanted: { true }) != nil)
        }
    }

    @Test func `A JPEG without restart markers is exported`() async throws {
        try await TemporaryFolder.with { folder in
            let image = try await TestPicture(width: 900, height: 800).write(to: folder["a.jpg"])
            let site = try LiveSite(
                [image.path], options: Exporter.Options(), cache: LiveCache(folder["cache"].path),
                naming: SizeNaming(), directPixels: 1)
            defer { site.stop() }
            #expect(try #require(try site.job("a")).isDirect == false)
        }
    }
}
