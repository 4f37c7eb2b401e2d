import Foundation
import TestSupport
import ZigguratKit

/// Exports of the spotted image without its blank tiles.
enum BlankExport {
    static let plain = Tiling.Request(tileSize: 256, overlap: 0)

    static func export(
        _ layouts: [any Layout], in shop: Workshop, tolerance: Int? = 0,
        background: [UInt8] = [255, 255, 255], dirt: Int = 0,
        change: (inout Exporter.Options) -> Void = { _ in }
    ) async throws -> ExportResult {
        let image = try await SpottedPicture.write(
            to: shop.folder["photo.png"], background: background, dirt: dirt)
        return try shop.exporter(layouts) {
            $0.tiling = plain
            $0.blankTolerance = tolerance
            $0.replaces = true
            change(&$0)
        }.export(image)
    }

    /// Returns the paths of a bundle's tiles.
    static func tiles(_ layout: String, in shop: Workshop) throws -> Set<String> {
        Set(
            try shop.folder.files(under: "Output/photo/\(layout)").filter {
                $0.hasSuffix(".jpg") && !$0.hasPrefix("viewer/")
            })
    }
}
