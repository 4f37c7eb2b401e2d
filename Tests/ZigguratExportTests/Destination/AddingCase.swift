import Foundation
import TestSupport
import Testing
import ZigguratKit
import ZigguratSystem

@testable import ZigguratExport
@testable import ZigguratStore

/// Two runs of an export, and the bundles that the second run adds, replaces and keeps.
struct AddingCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var first: @Sendable (inout Exporter.Options) -> Void = { $0.layouts = [.dzi, .iiif3] }
    let second: @Sendable (inout Exporter.Options) -> Void
    var added: [String] = []
    var replaced: [String] = []
    let kept: [String]

    static let all = [
        AddingCase(
            testDescription: "a layout", second: { $0.layouts = [.xyz] }, added: ["xyz"],
            kept: ["dzi", "iiif3"]),
        AddingCase(
            testDescription: "a layout, and another again with other tiles",
            second: { ($0.layouts, $0.tiling.tileSize) = ([.dzi, .zoomify], 128) },
            added: ["zoomify"], replaced: ["dzi"], kept: ["iiif3"]),
        AddingCase(
            testDescription: "a container",
            second: { ($0.layouts, $0.container) = ([.xyz], Formats.pmtiles) },
            added: ["xyz (pmtiles)"], kept: ["dzi", "iiif3"]),
        AddingCase(
            testDescription: "the same layout in a container",
            second: { ($0.layouts, $0.container) = ([.dzi], Formats.zip) },
            added: ["dzi (zip)"], kept: ["dzi", "iiif3"]),
        AddingCase(
            testDescription: "a layout beside containers",
            first: { ($0.layouts, $0.container) = ([.dzi, .xyz], Formats.zip) },
            second: { $0.layouts = [.dzi] }, added: ["dzi"], kept: ["dzi (zip)", "xyz (zip)"]),
        AddingCase(
            testDescription: "settings of the first run are kept",
            first: {
                ($0.layouts, $0.levels, $0.alpha) = (
                    [.dzi], Pyramid.LevelRequest(minimumLevel: 3), .flatten
                )
                ($0.tiling.tileSize, $0.background) = (128, RGBColor(red: 1, green: 2, blue: 3))
            }, second: { $0.layouts = [.iiif] }, added: ["iiif"], kept: ["dzi"]),
        AddingCase(
            testDescription: "another viewer",
            second: { ($0.layouts, $0.viewer) = ([.xyz], .leaflet) }, added: ["xyz"],
            kept: ["dzi", "iiif3"]),
        AddingCase(
            testDescription: "no viewer", second: { ($0.layouts, $0.viewer) = ([.xyz], .none) },
            added: ["xyz"], kept: ["dzi", "iiif3"]),
        AddingCase(
            testDescription: "a bag", second: { ($0.layouts, $0.fixity) = ([.xyz], .bag) },
            added: ["xyz"], kept: ["dzi", "iiif3"]),
        AddingCase(
            testDescription: "to a bag",
            first: { ($0.layouts, $0.fixity, $0.includesSource) = ([.dzi, .xyz], .bag, true) },
            second: { $0.layouts = [.iiif3] }, added: ["iiif3"], kept: ["dzi", "xyz"]),
        AddingCase(
            testDescription: "to a sparse pyramid",
            first: { ($0.layouts, $0.blankTolerance) = ([.dzi, .xyz], 0) },
            second: { $0.layouts = [.tms] }, added: ["tms"], kept: ["dzi", "xyz"]),
        AddingCase(
            testDescription: "to tiles in two formats",
            first: { $0.layouts = [.dzi, Formats.dzi.alternative(in: .webp)] },
            second: { $0.layouts = [.xyz] }, added: ["xyz"], kept: ["dzi", "dzi-webp"]),
        AddingCase(
            testDescription: "another format",
            first: { $0.layouts = [.dzi, .xyz] },
            second: { $0.layouts = [.dzi, Formats.dzi.alternative(in: .webp)] },
            added: ["dzi-webp"], replaced: ["dzi"], kept: ["xyz"]),
        AddingCase(
            testDescription: "to an offline page",
            first: { ($0.layouts, $0.offline) = ([.dzi], true) },
            second: { ($0.layouts, $0.offline) = ([.xyz], true) }, added: ["xyz"], kept: ["dzi"]),
        AddingCase(
            testDescription: "16 bits",
            second: {
                var encoding = TileEncoding(.png)
                encoding.bits = 16
                ($0.layouts, $0.tiling.encoding) = ([.xyz], encoding)
            }, added: ["xyz"], kept: ["dzi", "iiif3"]),
    ]
}
