import Foundation
import TestSupport
import ZigguratKit

/// Compares the bundles of a manifest with the files on disk.
enum BundleAudit {
    /// The differences, a line each.
    static func complaints(of export: String, _ manifest: Manifest) throws -> [String] {
        var complaints: [String] = []
        for bundle in manifest.bundles where !bundle.isFolder {
            let bytes = try FileStamp("\(export)/\(bundle.path)").bytes
            if bytes != bundle.bytes {
                complaints.append("\(bundle.path): \(bytes) bytes, not \(bundle.bytes)")
            }
        }
        for bundle in manifest.bundles where bundle.isFolder {
            let stamps = try FileStamp.all(in: "\(export)/\(bundle.path)")
            let bytes = stamps.values.reduce(0) { $0 + $1.bytes }
            if stamps.count != bundle.files {
                complaints.append("\(bundle.layout): \(stamps.count) files, not \(bundle.files)")
            }
            if bytes != bundle.bytes {
                complaints.append("\(bundle.layout): \(bytes) bytes, not \(bundle.bytes)")
            }
            for (path, stamp) in stamps where stamp.bytes == 0 {
                complaints.append("\(bundle.layout): \(path) is empty")
            }
        }
        let known = Set(
            manifest.bundles.map(\.path)
                + manifest.bundles.compactMap {
                    $0.page?.split(separator: "/").first.map(String.init)
                }
                + ["ziggurat.json", "ziggurat.hashes", manifest.thumbnail]
                + (manifest.previews?.all ?? []).map(\.path))
        for name in try FileManager.default.contentsOfDirectory(atPath: export)
        where !known.contains(name) {
            complaints.append("\(name) belongs to nothing")
        }
        return complaints
    }

    /// The missing tiles of a plan's layouts.
    static func missingTiles(of plan: ExportPlan, in export: String) -> [String] {
        plan.bundles.flatMap { bundle in
            bundle.pyramid.tiles.map { tile in
                "\(export)/\(bundle.layout.name)/\(bundle.layout.naming.path(of: tile))"
            }
        }
        .filter { !FileManager.default.isReadableFile(atPath: $0) }
    }
}
