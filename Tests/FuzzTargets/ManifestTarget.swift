import Foundation
import ZigguratKit

extension FuzzTarget {
    /// The manifest `ziggurat.json` of an export with valid files.
    static let manifest = FuzzTarget("manifest", longest: 16_384) { folder in
        let export = try smallExport(in: folder)
        return { input in
            folder.write(input, to: "Output/photo/ziggurat.json")
            verify(export)
            _ = try? Repacker(export, to: "\(folder.path)/repacked").plan()
        }
    }

    /// The file `ziggurat.hashes` of an export. The checksum at its end is corrected, because
    /// otherwise few inputs would pass it.
    static let hashes = FuzzTarget("hashes") { folder in
        let export = try smallExport(in: folder)
        return { input in
            for bytes in [input, Checksummed.withHash(input)] {
                folder.write(bytes, to: "Output/photo/ziggurat.hashes")
                verify(export)
            }
        }
    }

    /// Exports a drawn image of one tile, and returns the folder of the export.
    static func smallExport(in folder: ScratchFolder) throws -> String {
        folder.write(PlainImage.bitmap(width: 12, height: 10), to: "photo.bmp")
        let exporter = Exporter(destination: "\(folder.path)/Output", layouts: [Formats.dzi])
        _ = try exporter.export("\(folder.path)/photo.bmp")
        return "\(folder.path)/Output/photo"
    }

    static func verify(_ path: String) {
        let options = Verification.Options(decodes: false, threadCount: 1)
        _ = try? Verification(of: path, options: options).run { _ in }
    }
}
