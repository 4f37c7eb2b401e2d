import Foundation
import TestSupport
import Testing
import ZigguratKit

/// A kind of page. All of its texts are hostile, and its destination has two images.
struct PageKind: Sendable, CustomTestStringConvertible {
    /// A property of a page.
    enum Trait: String, CaseIterable, Sendable {
        case hostile, ownTemplates, embedded, pager, oneFile, shared, leaflet
    }

    let name: String
    var viewer = PageTemplates.Viewer.openseadragon
    var assets = PageTemplates.Assets.bundle
    let traits: Set<Trait>
    var settings = PageSetting.all

    var testDescription: String { name }

    func has(_ trait: Trait) -> Bool { traits.contains(trait) }

    /// The first three kinds are tested in all settings, the others in half of the settings.
    /// Together, each trait is tested in all settings.
    static let all = [
        PageKind(
            name: "shared", assets: .destination,
            traits: [.hostile, .ownTemplates, .shared, .pager]),
        PageKind(
            name: "leaflet in one file", viewer: .leaflet, assets: .page,
            traits: [.hostile, .leaflet, .oneFile]),
        PageKind(name: "embedded", traits: [.hostile, .embedded]),
        PageKind(
            name: "one file", assets: .page, traits: [.hostile, .oneFile],
            settings: PageSetting.everyPair(shift: 0)),
        PageKind(
            name: "leaflet", viewer: .leaflet, traits: [.hostile, .leaflet, .pager],
            settings: PageSetting.everyPair(shift: 1)),
    ]

    /// The names of the images of each destination.
    static let names = ["a", "b\"><img src=x onerror=hacked=4>"]

    /// The path of the page in its destination. For an embedded page, the path of the host page.
    var path: String { has(.embedded) ? "host.html" : "a/xyz/index.html" }

    private static let host = """
        <!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
        <style>iframe { position: fixed; inset: 0; width: 100%; height: 100%; border: 0 }</style>
        <iframe src="a/xyz/index.html?embed=1"></iframe>
        """

    /// Exports each kind into a folder of its name. Returns the comparisons for both images by the
    /// name of the kind.
    static func publish(to folder: TemporaryFolder) async throws -> [String: [PageComparison]] {
        try await TemporaryFolder.with { sources in
            let pictures = [
                TestPicture(width: 1027, height: 773), TestPicture(width: 760, height: 1000),
            ]
            let files = names.map { sources["\($0).png"] }
            for (picture, file) in zip(pictures, files) { try await picture.write(to: file) }
            let hostile = PageModeTests.hostile
            let look = try PageModeTests.ownLook(in: sources)
            for kind in all {
                let options = Exporter.Options(
                    layouts: [.xyz], tiling: Tiling.Request(encoding: Publication.fine),
                    caption: Caption(
                        title: hostile, description: hostile, attribution: hostile,
                        rights: hostile),
                    viewer: kind.viewer, pageAssets: kind.assets)
                try await Publication.export(
                    files, to: folder[kind.name], options: options,
                    templates: kind.has(.ownTemplates) ? look : .builtIn)
                if kind.has(.embedded) { try folder.write(host, to: "\(kind.name)/host.html") }
            }
            return Dictionary(
                uniqueKeysWithValues: all.map { kind in
                    let ground = kind.has(.ownTemplates) ? [0, 0, 255] : PageSample.background
                    return (
                        kind.name,
                        pictures.map {
                            PageComparison(
                                source: $0.pixels(), background: ground,
                                // At a third of its size, the image is drawn from the level of a
                                // quarter.
                                limits: PageComparison.Limits(smallMean: 8))
                        }
                    )
                })
        }
    }
}
