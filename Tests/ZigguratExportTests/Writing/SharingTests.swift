import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

/// Layouts with equal tilings share the encoded tiles; other layouts do not.
///
/// The image has 1000 × 700 pixels. With tiles of 256 pixels, its levels have 4 × 3, 2 × 2 and 1
/// tiles, of which the image fills 6, 1 and 0. Deep Zoom has eight further levels of one tile.
@Suite struct SharingTests {
    private func export(
        _ layouts: [any Layout], tileSize: Int? = nil, overlap: Int? = nil,
        edge: Tiling.Edge? = nil,
        in shop: Workshop
    ) async throws -> Manifest {
        let image = try await shop.picture(width: 1000, height: 700)
        return try shop.exporter(layouts) {
            $0.tiling = Tiling.Request(tileSize: tileSize, overlap: overlap, edge: edge)
        }.export(image).manifest
    }

    /// The thumbnails of 500 × 350 and 1000 × 700, and the page's placeholder.
    private static let extras = 3

    @Test func oneLayoutEncodesItsTiles() async throws {
        try await Workshop.with { shop in
            let manifest = try await export([.dzi], in: shop)
            #expect(manifest.bundles.map(\.tiles) == [12 + 4 + 1 + 8])
            #expect(manifest.encodedTiles == 12 + 4 + 1 + 8 + Self.extras)
        }
    }

    @Test func theSameTilingIsEncodedOnce() async throws {
        try await Workshop.with { shop in
            let manifest = try await export(
                [.dzi, .xyz, .iiif, .iiif3], tileSize: 256, overlap: 0, in: shop)
            #expect(manifest.bundles.map(\.tiles) == [25, 17, 17, 17])
            // Three layouts share cropped tiles. Tiles that the image does not fill are also
            // padded: 6 + 3 + 1. Both versions of IIIF and the thumbnails share whole images of the
            // two largest levels.
            #expect(manifest.encodedTiles == 25 + 10 + 2 + 1)

            let export = "\(shop.output)/photo"
            #expect(try BundleAudit.complaints(of: export, manifest) == [])
            let stamps = try FileStamp.all(in: export)
            func areOne(_ paths: [String]) -> Bool {
                paths.allSatisfy { stamps[$0] != nil }
                    && Set(paths.map { stamps[$0]?.inode }).count == 1
            }
            #expect(
                areOne([
                    "dzi/photo_files/10/1_1.jpg", "xyz/2/1/1.jpg",
                    "iiif/256,256,256,256/256,/0/default.jpg",
                    "iiif3/256,256,256,256/256,256/0/default.jpg",
                ]))
            let edge = [
                "dzi/photo_files/10/3_2.jpg", "iiif/768,512,232,188/232,/0/default.jpg",
                "iiif3/768,512,232,188/232,188/0/default.jpg",
            ]
            #expect(areOne(edge))
            #expect(!areOne(edge + ["xyz/2/3/2.jpg"]))
            #expect(
                areOne([
                    "thumbnail.jpg", "dzi/viewer/thumbnail.jpg", "xyz/viewer/thumbnail.jpg",
                    "iiif/full/500,/0/default.jpg", "iiif3/full/500,350/0/default.jpg",
                    "iiif3/0,0,1000,700/500,/0/default.jpg",
                ]))
        }
    }

    /// Six layouts in one run share the tiles of Deep Zoom, which are encoded once. Zoomify may
    /// have a further tile where it drops half a pixel.
    @Test(arguments: [(1000, 700, 25, 0), (1024, 768, 25, 0), (300, 1280, 24, 1)])
    func sixLayouts(width: Int, height: Int, tiles: Int, ofZoomify: Int) async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: width, height: height)
            let exporter = shop.exporter([.dzi, .xyz, .tms, .zoomify, .iiif, .iiif3]) {
                $0.tiling = Tiling.Request(tileSize: 256, overlap: 0, edge: .crop)
            }
            let plan = try exporter.plan(image)
            let manifest = try exporter.export(plan).manifest
            var parts: Set<[Int]> = []
            for pyramid in plan.bundles.flatMap(\.pyramids) {
                for tile in pyramid.tiles {
                    let region = tile.levelRegion
                    parts.insert([
                        tile.level.reduction, region.x, region.y, region.width, region.height,
                    ])
                }
            }
            #expect(manifest.bundles[0].tiles == tiles)
            #expect(parts.count == tiles + ofZoomify)
            // Levels that IIIF stores as whole images; the thumbnail may be one of these images.
            var wholes = Set(plan.bundles.flatMap(\.wholeImages).map(\.level.reduction))
            var thumbnail = 0
            while (max(width, height) + (1 << thumbnail) - 1) >> thumbnail > 512 { thumbnail += 1 }
            wholes.formUnion([thumbnail, thumbnail - 1])
            #expect(manifest.encodedTiles == parts.count + wholes.count + 1)
            let written = manifest.bundles.reduce(0) { $0 + $1.tiles }
            #expect(written > 2 * manifest.encodedTiles)
            #expect(try BundleAudit.complaints(of: "\(shop.output)/photo", manifest) == [])
        }
    }

    @Test func croppedXYZSharesEverything() async throws {
        try await Workshop.with { shop in
            let manifest = try await export(
                [.dzi, .xyz], tileSize: 256, overlap: 0, edge: .crop, in: shop)
            #expect(manifest.bundles.map(\.tiles) == [25, 17])
            #expect(manifest.encodedTiles == 25 + Self.extras)
            let stamps = try FileStamp.all(in: "\(shop.output)/photo")
            #expect(
                stamps["dzi/photo_files/10/3_2.jpg"]?.inode == stamps["xyz/2/3/2.jpg"]?.inode)
        }
    }

    @Test func differentTilingsShareNothing() async throws {
        try await Workshop.with { shop in
            let manifest = try await export([.dzi, .xyz, .iiif3], in: shop)
            #expect(manifest.bundles.map(\.tiles) == [25, 17, 4 + 1])
            // IIIF has the largest level as a whole image, which is also the larger thumbnail.
            #expect(manifest.encodedTiles == 25 + 17 + 5 + Self.extras)
            let stamps = try FileStamp.all(in: "\(shop.output)/photo")
            #expect(
                stamps["dzi/photo_files/10/0_0.jpg"]?.inode != stamps["xyz/2/0/0.jpg"]?.inode)
        }
    }

    /// Sizes at which levels of a single tile, tiles of a single pixel or whole images coincide.
    @Test(arguments: [
        (1, 1), (1, 700), (700, 1), (255, 257), (256, 256), (257, 256), (512, 512), (513, 513),
        (1024, 1025), (1025, 1025), (1023, 3), (1537, 1025),
    ])
    func everyTileIsThereAndCounted(width: Int, height: Int) async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: width, height: height)
            for tileSize in [nil, 256] {
                let exporter = shop.exporter([.dzi, .xyz, .iiif, .iiif3]) {
                    $0.tiling.tileSize = tileSize
                }
                let plan = try exporter.plan(image)
                let result = try exporter.export(plan)
                #expect(try BundleAudit.complaints(of: result.folder, result.manifest) == [])
                #expect(BundleAudit.missingTiles(of: plan, in: result.folder) == [])
                #expect(
                    result.manifest.bundles.map(\.tiles) == plan.bundles.map(\.pyramid.tileCount))
                #expect(
                    result.manifest.bundles.map(\.levels)
                        == plan.bundles.map(\.pyramid.levels.count))
            }
        }
    }

    @Test func theAuditCatchesWhatIsWrong() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 300, height: 200)
            let exporter = shop.exporter([.dzi, .xyz])
            let plan = try exporter.plan(image)
            let result = try exporter.export(plan)
            let tile = "\(result.folder)/dzi/photo_files/9/0_0.jpg"
            try FileManager.default.removeItem(atPath: tile)
            #expect(BundleAudit.missingTiles(of: plan, in: result.folder) == [tile])
            #expect(try BundleAudit.complaints(of: result.folder, result.manifest).count == 2)
            try Data().write(to: URL(filePath: tile))
            #expect(try BundleAudit.complaints(of: result.folder, result.manifest).count == 2)
            try shop.folder.write("x", to: "Output/photo/xyz/more.txt")
            try shop.folder.write("x", to: "Output/photo/more.txt")
            let complaints = try BundleAudit.complaints(of: result.folder, result.manifest)
            #expect(complaints.count == 5 && complaints.contains("more.txt belongs to nothing"))
        }
    }
}
