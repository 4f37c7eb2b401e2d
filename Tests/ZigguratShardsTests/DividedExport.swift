import Foundation
import TestSupport
import Testing
import ZigguratFormats
import ZigguratKit
import ZigguratSystem

@testable import ExportTestSupport
@testable import ZigguratExport
@testable import ZigguratShards
@testable import ZigguratStore

/// A workshop with an image, and an exporter that divides it.
struct DividedExport {
    let shop: Workshop
    let image: String
    var exporter: Exporter

    init(_ shop: Workshop, _ kind: DividedSample = DividedSample.all[0]) async throws {
        self.shop = shop
        image = shop.folder[kind.name].path
        // IIIF has an image of each level of up to 1024 pixels.
        let picture = TestPicture(width: 501, height: 4801)
        if kind.bits == 16 {
            let file = try await picture.write(to: shop.folder["photo.v"])
            try await Shell.run(
                "vips", ["cast", file.path, "\(image)[\(kind.options)]", "ushort", "--shift"]
            ).orThrow()
        } else {
            try await picture.write(to: shop.folder[kind.name], options: kind.options)
        }
        exporter = try shop.exporter(
            kind.layouts.map { try #require(Formats.standard.layout(named: $0)) }
        ) { options in
            options.journalPixels = 1
            options.baseURL = "https://example.org/p"
            if kind.tileBits == 16 {
                options.tiling.encoding = TileEncoding(.png, bits: 16)
            }
            (options.fixity, options.includesSource) = (kind.isBag ? .bag : .none, kind.isBag)
            if let size = kind.tileSize { options.tiling.tileSize = size }
        }
    }

    func plan(_ count: Int, withChecksums: Bool = false) throws -> ShardPlanner.Outcome {
        try ExportBatch([image], exporter: exporter).planShards(
            count, to: shop.folder["plan"].path, options: [], withChecksums: withChecksums)
    }

    @discardableResult
    func run(_ number: Int, of plan: ShardPlan) throws -> ShardResult? {
        try ShardRun(number, of: plan, with: exporter).run { error in
            ShardResult.Failure(
                subject: error.subject, code: error.code, problem: "\(error.reason)",
                remedy: "")
        } report: { _ in
        }
    }

    func finish(_ plan: ShardPlan, allowsFailures: Bool = false) throws -> [ZigguratError] {
        try plan.finish(with: exporter, allowsFailures: allowsFailures) { _ in }
    }

    /// Compares the destination with the destination of a single export.
    func expectSameBytes(files: Int = 60) throws {
        var single = exporter
        single.destination = shop.folder["Single"].path
        #expect(ExportBatch([image], exporter: single).run { _ in })
        let (shards, whole) = (try shop.contents("Output"), try shop.contents("Single"))
        #expect(whole.count > files)
        #expect(shards.keys.sorted() == whole.keys.sorted())
        #expect(whole.filter { shards[$0.key] != $0.value }.keys.sorted() == [])
    }

    /// The folders of bands in the plan.
    var bandFolders: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: shop.folder["plan"].path)
                .filter { $0.hasPrefix("band-") }.sorted()
        }
    }
}
