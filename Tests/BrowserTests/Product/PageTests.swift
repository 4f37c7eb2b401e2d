import Foundation
import TestSupport
import Testing
import ZigguratKit

/// Every bundle's page, from the disk and from a server, shows the source's pixels and nothing
/// else, and makes no noise about it.
@Suite struct PageTests {
    /// A bundle to look at.
    struct Sample: Sendable, CustomTestStringConvertible {
        let name: String
        let picture: SamplePicture
        let layout: any Layout
        var tiling = TilingRequest(encoding: Publication.fine)
        var limits = PageJudge.Limits()
        var viewer = ViewerKind.openseadragon
        var assets = PageAssets.bundle

        var testDescription: String { name }
    }

    enum SamplePicture: String, CaseIterable, Sendable {
        case colour = "colour"
        case odd = "50% #1 ‘ä?’ & <b>"
        case transparent = "transparent"
        case grey = "grey"
        case small = "small"
        case long = "long"

        func write(to file: URL) async throws {
            switch self {
            case .colour, .odd: try await TestPicture(width: 1027, height: 773).write(to: file)
            case .transparent:
                try await TestPicture(width: 900, height: 700, hasAlpha: true).write(to: file)
            case .small: try await TestPicture(width: 65, height: 33).write(to: file)
            case .long: try await TestPicture(width: 2055, height: 130).write(to: file)
            case .grey:
                try await TemporaryFolder.with { folder in
                    try await TestPicture(width: 1027, height: 773).write(to: folder["colour.png"])
                    try await Shell.run(
                        "vips", ["extract_band", folder["colour.png"].path, file.path, "1"]
                    ).orThrow()
                }
            }
        }
    }

    /// A template that no page can compute: it carries a table of the paths.
    static let template: any Layout =
        (try? TemplateLayout("{name}/q{quadkey}/{z:03}.{ext}")) ?? DeepZoomLayout()

    /// The names of some samples, for who wants to look at these alone.
    private static let chosen = ProcessInfo.processInfo.environment["SAMPLES"]?
        .split(separator: ",").map(String.init)

    static let samples = allSamples.filter { chosen?.contains($0.name) ?? true }

    static let allSamples = [
        Sample(name: "dzi", picture: .colour, layout: .dzi),
        Sample(
            name: "dzi without overlap", picture: .colour, layout: .dzi,
            tiling: TilingRequest(tileSize: 100, overlap: 0, encoding: Publication.fine)),
        Sample(
            name: "dzi with much overlap", picture: .colour, layout: .dzi,
            tiling: TilingRequest(tileSize: 120, overlap: 4, encoding: Publication.fine)),
        Sample(name: "xyz padded", picture: .colour, layout: .xyz),
        Sample(
            name: "xyz cropped", picture: .colour, layout: .xyz,
            tiling: TilingRequest(edge: .crop, encoding: Publication.fine)),
        Sample(name: "iiif", picture: .colour, layout: .iiif),
        Sample(
            name: "iiif3", picture: .colour, layout: .iiif3,
            tiling: TilingRequest(tileSize: 256, encoding: Publication.fine)),
        Sample(name: "odd name, dzi", picture: .odd, layout: .dzi),
        Sample(name: "odd name, iiif3", picture: .odd, layout: .iiif3),
        Sample(
            name: "transparent dzi", picture: .transparent, layout: .dzi,
            tiling: TilingRequest(encoding: TileEncoding(.png))),
        Sample(
            name: "transparent xyz", picture: .transparent, layout: .xyz,
            tiling: TilingRequest(encoding: TileEncoding(.png))),
        Sample(name: "grey", picture: .grey, layout: .dzi),
        Sample(name: "small", picture: .small, layout: .dzi),
        Sample(name: "tms padded", picture: .colour, layout: .tms),
        Sample(
            name: "tms cropped", picture: .colour, layout: .tms,
            tiling: TilingRequest(tileSize: 200, edge: .crop, encoding: Publication.fine)),
        Sample(name: "google", picture: .colour, layout: .google),
        Sample(name: "zoomify", picture: .colour, layout: .zoomify),
        Sample(
            name: "zoomify rounded up", picture: .colour, layout: .zoomify(rounding: .up),
            tiling: TilingRequest(tileSize: 128, encoding: Publication.fine)),
        Sample(name: "legacy", picture: .colour, layout: .legacy),
        Sample(name: "single", picture: .odd, layout: .single),
        Sample(name: "dense xyz", picture: .colour, layout: XYZLayout(scales: [1, 2])),
        Sample(
            name: "oblong tms", picture: .colour, layout: .tms,
            tiling: TilingRequest(
                tileSize: 256, tileHeight: 100, encoding: Publication.fine)),
        Sample(name: "template", picture: .odd, layout: Self.template),
        // For apps, and all the same a page.
        Sample(name: "photoscroller", picture: .colour, layout: .photoscroller),
        Sample(name: "tilemanager", picture: .odd, layout: .tilemanager),
        Sample(name: "jctiled", picture: .odd, layout: .jctiled),
        Sample(name: "ldo", picture: .colour, layout: .ldo),
        Sample(name: "catiledlayer", picture: .colour, layout: .catiledlayer),
        Sample(name: "long", picture: .long, layout: .xyz),
        Sample(name: "one file", picture: .odd, layout: .dzi, assets: .page),
        Sample(name: "shared", picture: .odd, layout: .dzi, assets: .destination),
        Sample(name: "leaflet tms padded", picture: .colour, layout: .tms, viewer: .leaflet),
        Sample(name: "leaflet xyz", picture: .odd, layout: .xyz, viewer: .leaflet),
        Sample(
            name: "leaflet tms", picture: .colour, layout: .tms,
            tiling: TilingRequest(
                tileSize: 256, tileHeight: 100, edge: .crop, encoding: Publication.fine),
            viewer: .leaflet),
        Sample(
            name: "leaflet transparent", picture: .transparent, layout: .xyz,
            tiling: TilingRequest(encoding: TileEncoding(.png)),
            // Rings of a few pixels, made smaller by a browser that scales the whole map.
            limits: PageJudge.Limits(smallMean: 9, smallWorstBlock: 22), viewer: .leaflet),
        Sample(
            name: "leaflet google", picture: .long, layout: .google,
            // As above; and there is little else in a picture as low as this.
            limits: PageJudge.Limits(smallMean: 9), viewer: .leaflet, assets: .page),
        Sample(
            name: "leaflet small", picture: .small, layout: .xyz, viewer: .leaflet,
            assets: .destination),
    ]

    /// The page's background where the colour scheme is light.
    static let background: [UInt8] = [243, 242, 239]

    /// Exports samples, each into a destination of its own, `0`, `1` …; returns their bundles by
    /// their paths in the folder, and a judge for each.
    static func publish(
        _ samples: [Sample], to folder: TemporaryFolder
    ) async throws -> [(bundle: String, judge: PageJudge)] {
        try await TemporaryFolder.with { sources in
            var bundles: [(String, PageJudge)] = []
            for (index, sample) in samples.enumerated() {
                let name = sample.picture.rawValue
                let file = sources["\(name).png"]
                if !FileManager.default.fileExists(atPath: file.path) {
                    try await sample.picture.write(to: file)
                }
                try await Publication.export(
                    [file], to: folder["\(index)"],
                    options: ExportOptions(
                        layouts: [sample.layout], tiling: sample.tiling, viewer: sample.viewer,
                        pageAssets: sample.assets))
                bundles.append(
                    (
                        "\(index)/\(name)/\(sample.layout.name)",
                        PageJudge(
                            source: try await PixelPicture.read(file), background: background,
                            limits: sample.limits)
                    ))
            }
            return bundles
        }
    }

    /// One of every layout and of every kind of page, for screens that are looked at less.
    static let dense = [
        "dzi", "transparent xyz", "tms padded", "google", "zoomify", "iiif", "iiif3", "legacy",
        "single", "photoscroller", "tilemanager", "jctiled", "ldo", "catiledlayer", "template",
        "small", "one file", "shared", "leaflet xyz", "leaflet tms",
    ]

    @Test func everyLayoutIsLookedAt() {
        for names in [Self.allSamples.map(\.name), Self.dense] {
            let samples = Self.allSamples.filter { names.contains($0.name) }
            #expect(samples.count == names.count)
            #expect(Set(samples.map(\.layout.name)) == Set(LayoutRegistry.names))
        }
    }

    /// On a screen of one device pixel for each CSS pixel, from the disk and from a server; in Firefox
    /// the whole and, pixel by pixel, the last tiles.
    @Test func pagesShowTheSource() async throws {
        try await show(Self.samples) { name, judge, onDisk, served in
            [onDisk, served].map { PageLook(name: name, bundle: $0, judge: judge) }
        }
    }

    /// On one of two from the disk, on one of three from a server.
    @Test func pagesShowTheSourceOnDenseScreens() async throws {
        try await show(Self.samples.filter { Self.dense.contains($0.name) }) {
            name, judge, onDisk, served in
            [(onDisk, 2.0), (served, 3.0)].map {
                PageLook(
                    name: name, bundle: $0, judge: judge, scale: $1, views: [.home, .corner])
            }
        }
    }

    /// Publishes samples and looks at their pages in both browsers.
    func show(
        _ samples: [Sample],
        _ looks: (_ name: String, PageJudge, _ onDisk: URL, _ served: URL) -> [PageLook]
    ) async throws {
        try await TemporaryFolder.with { folder in
            let bundles = try await Self.publish(samples, to: folder)
            try await WebServer.with(serving: folder.url) { server in
                var all = zip(samples, bundles).flatMap { sample, published in
                    looks(
                        sample.name, published.judge, folder[published.bundle],
                        server.url(published.bundle))
                }
                try await PageLook.checkInChromium(all)
                for index in all.indices { all[index].views = [.home, .corner] }
                try await PageLook.checkInFirefox(all)
            }
        }
    }
}
