import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport
@testable import ZigguratExport
@testable import ZigguratStore

/// Tiles in two formats, and pages for offline use.
@Suite("Tiles in two formats, and offline pages") struct FormatOptionTests {
    private static let both: [any Layout] = [.dzi, Formats.dzi.alternative(in: .webp)]

    @Test("Both formats have equal grids, but only pages of the default name the other")
    func pages() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture()
            let result = try shop.exporter(Self.both + [.iiif3]).export(image)
            #expect(result.manifest.bundles.map(\.path) == ["dzi", "dzi-webp", "iiif3"])
            #expect(try Verdict(result.folder).findings == [])
            func page(_ bundle: String) throws -> String {
                try String(
                    contentsOfFile: "\(result.folder)/\(bundle)/index.html", encoding: .utf8)
            }
            let template = #""template":"../dzi-webp/photo_files/0/{column}_{row}.webp""#
            #expect(try page("dzi").contains(template))
            #expect(try page("dzi-webp").contains(#""alternative""#) == false)
            #expect(try page("iiif3").contains(#""alternative""#) == false)
            let descriptor = try String(
                contentsOfFile: "\(result.folder)/dzi-webp/photo.dzi", encoding: .utf8)
            #expect(descriptor.contains("Format=\"webp\""))

            // New texts keep the other format's tiles. The page of another grid does not name these
            // tiles.
            let before = try page("dzi")
            var described = shop.exporter()
            described.options.settings.caption.title = "Mill"
            _ = try described.export(image)
            #expect(try page("dzi").contains(template) && page("dzi") != before)
            _ = try shop.exporter { $0.tiling.tileSize = 128 }.export(image)
            #expect(try page("dzi").contains(#""alternative""#) == false)
            #expect(try Verdict(result.folder).findings == [])
        }
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let reason: OptionError
        let change: @Sendable (inout Exporter.Options) -> Void
        var testDescription: String { "\(reason)" }
    }

    private static let refusals = [
        Refusal(reason: .formatsInContainer("zip")) {
            ($0.layouts, $0.container) = (both, Formats.zip)
        },
        Refusal(reason: .formatsOfSource) {
            ($0.layouts, $0.tiling.encoding) = (both, TileEncoding(.jpeg, lossless: true))
        },
        Refusal(reason: .offlineContainer("pmtiles")) {
            ($0.layouts, $0.container, $0.offline) = ([.xyz], Formats.pmtiles, true)
        },
        Refusal(reason: .offlineInOneFile) { ($0.offline, $0.pageAssets) = (true, .page) },
        Refusal(reason: .offlineWithoutPage) { ($0.offline, $0.viewer) = (true, .none) },
    ]

    @Test("Options that exclude each other are refused", arguments: refusals)
    func refused(_ refusal: Refusal) async throws {
        try await Workshop.with { shop in
            let error = #expect(throws: ZigguratError.self) {
                try shop.exporter(change: refusal.change).checkOptions()
            }
            let reason = try #require(error?.reason as? OptionError)
            #expect(reason == refusal.reason)
            // The negative control: valid options are accepted.
            try shop.exporter(Self.both).checkOptions()
        }
    }

    @Test("An offline page with too many tiles is refused")
    func refusedImages() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture("photo.png", width: 900, height: 600)
            let error = #expect(throws: ZigguratError.self) {
                try shop.exporter { ($0.offline, $0.tiling.tileSize) = (true, 4) }.plan(image)
            }
            guard case .offlineTiles(let count, 20_000)? = error?.reason as? OptionError else {
                return #expect(Bool(false), "\(String(describing: error))")
            }
            #expect(count > 20_000)
        }
    }

    @Test("An offline page has a worker whose version changes with the tiles")
    func offline() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture()
            func version(_ quality: Int) throws -> String {
                let result = try shop.exporter {
                    ($0.offline, $0.tiling.encoding) = (true, TileEncoding(.jpeg, quality: quality))
                }.export(image)
                #expect(try Verdict(result.folder).findings == [])
                return try #require(try StoredVersion.read(in: "\(result.folder)/dzi"))
            }
            let first = try version(80)
            #expect(try version(40) != first)
            #expect(try version(80) == first)
            // `verify` reports the missing worker.
            try FileManager.default.removeItem(
                at: shop.folder["Output/photo/dzi/offline-worker.js"])
            #expect(try Verdict("\(shop.output)/photo").findings.isEmpty == false)
        }
    }
}
