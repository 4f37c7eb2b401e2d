import Foundation
import TestSupport

@testable import ZigguratSources

extension MosaicList {
    /// Copies all pieces into one file, each after some other bytes.
    func packed(as name: String, in folder: TemporaryFolder) throws -> MosaicList {
        var archive = Data()
        let parts = try mosaic.map { piece in
            archive += Data("other content".utf8)
            let bytes = try Data(contentsOf: folder[piece.file])
            defer { archive += bytes }
            return Piece(
                file: name, x: piece.x, y: piece.y,
                bytes: archive.count..<archive.count + bytes.count)
        }
        try archive.write(to: folder[name])
        for piece in mosaic {
            try? FileManager.default.removeItem(at: folder[piece.file])
        }
        return MosaicList(parts)
    }
}
