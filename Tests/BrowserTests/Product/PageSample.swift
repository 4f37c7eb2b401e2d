import Foundation
import TestSupport
import Testing
import ZigguratKit

/// A bundle for the page tests.
struct PageSample: Sendable, CustomTestStringConvertible {
    let name: String
    let picture: SamplePicture
    let layout: any Layout
    var tiling = Tiling.Request(encoding: Publication.fine)
    var limits = PageComparison.Limits()
    var viewer = PageTemplates.Viewer.openseadragon
    var assets = PageTemplates.Assets.bundle

    var testDescription: String { name }

    /// A template that pages cannot compute, so the page contains a table of the paths.
    static let template: any Layout =
        (try? TemplateLayout("{name}/q{quadkey}/{z:03}.{ext}")) ?? DeepZoomLayout()

    /// The names in the environment variable `SAMPLES`, which limits the tests to these samples.
    private static let wanted = ProcessInfo.processInfo.environment["SAMPLES"]?
        .split(separator: ",").map(String.init)

    static let chosen = all.filter { wanted?.contains($0.name) ?? true }

    /// The settings for each sample. One sample of each layout is tested in all settings. Other
    /// samples are tested on a plain screen, in both engines from different origins.
    static let settings: [String: [PageSetting]] = {
        var settings: [String: [PageSetting]] = [:]
        for (shift, sample) in all.enumerated() {
            settings[sample.name] =
                everywhere.contains(sample.name)
                ? PageSetting.all
                : PageSetting.everyPair(shift: shift).filter { $0.screen == .single }
        }
        return settings
    }()

    static let everywhere: Set = [
        "dzi", "transparent xyz", "tms padded", "google", "zoomify", "iiif", "iiif3", "legacy",
        "single", "photoscroller", "tilemanager", "jctiled", "ldo", "catiledlayer", "template",
        "leaflet tms",
    ]

    static let all = [
        PageSample(name: "dzi", picture: .colour, layout: .dzi),
        PageSample(
            name: "dzi without overlap", picture: .colour, layout: .dzi,
            tiling: Tiling.Request(tileSize: 100, overlap: 0, encoding: Publication.fine)),
        PageSample(
            name: "dzi with much overlap", picture: .colour, layout: .dzi,
            tiling: Tiling.Request(tileSize: 120, overlap: 4, encoding: Publication.fine)),
        PageSample(name: "xyz padded", picture: .colour, layout: .xyz),
        PageSample(
            name: "xyz cropped", picture: .colour, layout: .xyz,
            tiling: Tiling.Request(edge: .crop, encoding: Publication.fine)),
        PageSample(name: "iiif", picture: .colour, layout: .iiif),
        PageSample(
            name: "iiif3", picture: .colour, layout: .iiif3,
            tiling: Tiling.Request(tileSize: 256, encoding: Publication.fine)),
        PageSample(name: "odd name, dzi", picture: .odd, layout: .dzi),
        PageSample(name: "odd name, iiif3", picture: .odd, layout: .iiif3),
        PageSample(
            name: "transparent dzi", picture: .transparent, layout: .dzi,
            tiling: Tiling.Request(encoding: TileEncoding(.png))),
        PageSample(
            name: "transparent xyz", picture: .transparent, layout: .xyz,
            tiling: Tiling.Request(encoding: TileEncoding(.png))),
        PageSample(name: "grey", picture: .grey, layout: .dzi),
        PageSample(name: "small", picture: .small, layout: .dzi),
        PageSample(name: "tms padded", picture: .colour, layout: .tms),
        PageSample(
            name: "tms cropped", picture: .colour, layout: .tms,
            tiling: Tiling.Request(tileSize: 200, edge: .crop, encoding: Publication.fine)),
        PageSample(name: "google", picture: .colour, layout: .google),
        PageSample(name: "zoomify", picture: .colour, layout: .zoomify),
        PageSample(
            name: "zoomify rounded up", picture: .colour, layout: .zoomify(rounding: .up),
            tiling: Tiling.Request(tileSize: 128, encoding: Publication.fine)),
        PageSample(name: "legacy", picture: .colour, layout: .legacy),
        PageSample(name: "single", picture: .odd, layout: .single),
        // The image is longer than libvips' encoder accepts, so it is written in strips.
        PageSample(name: "legacy in strips", picture: .strips, layout: .legacy),
        PageSample(
            name: "single in strips", picture: .strips, layout: .single,
            // The browser reduces the image to a twentieth, because the layout has no smaller
            // level.
            limits: PageComparison.Limits(smallMean: 20, smallWorstBlock: 24)),
        PageSample(name: "dense xyz", picture: .colour, layout: XYZLayout(scales: [1, 2])),
        PageSample(
            name: "oblong tms", picture: .colour, layout: .tms,
            tiling: Tiling.Request(
                tileSize: 256, tileHeight: 100, encoding: Publication.fine)),
        PageSample(name: "template", picture: .odd, layout: Self.template),
        // Layouts for apps also have a page.
        PageSample(name: "photoscroller", picture: .colour, layout: .photoscroller),
        PageSample(name: "tilemanager", picture: .odd, layout: .tilemanager),
        PageSample(name: "jctiled", picture: .odd, layout: .jctiled),
        PageSample(name: "ldo", picture: .colour, layout: .ldo),
        PageSample(name: "catiledlayer", picture: .colour, layout: .catiledlayer),
        PageSample(name: "long", picture: .long, layout: .xyz),
        PageSample(name: "one file", picture: .odd, layout: .dzi, assets: .page),
        PageSample(name: "shared", picture: .odd, layout: .dzi, assets: .destination),
        PageSample(name: "leaflet tms padded", picture: .colour, layout: .tms, viewer: .leaflet),
        PageSample(name: "leaflet xyz", picture: .odd, layout: .xyz, viewer: .leaflet),
        PageSample(
            name: "leaflet tms", picture: .colour, layout: .tms,
            tiling: Tiling.Request(
                tileSize: 256, tileHeight: 100, edge: .crop, encoding: Publication.fine),
            // A browser that scales the whole map blurs its edge.
            limits: PageComparison.Limits(outside: 12), viewer: .leaflet),
        PageSample(
            name: "leaflet transparent", picture: .transparent, layout: .xyz,
            tiling: Tiling.Request(encoding: TileEncoding(.png)),
            // A browser that scales the whole map blurs rings of a few pixels.
            limits: PageComparison.Limits(smallMean: 9, smallWorstBlock: 22), viewer: .leaflet),
        PageSample(
            name: "leaflet google", picture: .long, layout: .google,
            // A browser that scales the whole map blurs details, and this low image has little
            // else.
            limits: PageComparison.Limits(smallMean: 9), viewer: .leaflet, assets: .page),
        PageSample(
            name: "leaflet small", picture: .small, layout: .xyz, viewer: .leaflet,
            assets: .destination),
    ]

    /// The background of a page with the light colour scheme.
    static let background: [UInt8] = [243, 242, 239]

    /// Exports each sample into its own destination, `0`, `1` …. Returns the path of each bundle in
    /// the folder, and a comparison for each bundle.
    static func publish(
        _ samples: [PageSample], to folder: TemporaryFolder
    ) async throws -> [(bundle: String, comparison: PageComparison)] {
        try await TemporaryFolder.with { sources in
            var bundles: [(String, PageComparison)] = []
            var pixels: [SamplePicture: PixelPicture] = [:]
            for (index, sample) in samples.enumerated() {
                let name = sample.picture.rawValue
                let file = sources["\(name).png"]
                let source: PixelPicture
                if let known = pixels[sample.picture] {
                    source = known
                } else {
                    try await sample.picture.write(to: file)
                    source = try await PixelPicture.read(file)
                    pixels[sample.picture] = source
                }
                try await Publication.export(
                    [file], to: folder["\(index)"],
                    options: Exporter.Options(
                        layouts: [sample.layout], tiling: sample.tiling, viewer: sample.viewer,
                        pageAssets: sample.assets))
                bundles.append(
                    (
                        "\(index)/\(name)/\(sample.layout.name)",
                        PageComparison(
                            source: source, background: background, limits: sample.limits)
                    ))
            }
            return bundles
        }
    }
}
