/// JPEG: ISO/IEC 10918-1.
package enum JPEGFormat: TileFormatTraits {
    package static let name = "jpeg"
    package static let title = "JPEG"
    package static let fileExtensions = ["jpg", "jpeg", "jpe"]
    package static let mediaType = "image/jpeg"
    package static let maximumSide = 65_500
    package static let keepsAlpha = false
    package static let options: Set<TileEncoding.Option> = [.progressive, .subsampling]
    package static let losslessMode = LosslessMode.cutsSource
    package static let servesAsPlaceholder = true
    package static let pmtilesType: UInt8? = 3
    package static let isInMBTiles = true
    package static let secondsPerMegapixel = 0.001

    /// Whether strips are encoded on their own. A progressive file needs the whole image in memory;
    /// a lossless file needs the source's coefficients.
    package static func encodesStrips(_ encoding: TileEncoding) -> Bool {
        !encoding.progressive && !encoding.lossless
    }

    package static func recognises(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0xFF, 0xD8, 0xFF])
    }

    /// Whether a file has the end marker. Some encoders append zeros to the marker.
    package static func hasEnd(_ bytes: [UInt8]) -> Bool {
        let end = bytes.lastIndex { $0 != 0 } ?? 0
        return end > 2 && bytes[end] == 0xD9 && bytes[end - 1] == 0xFF
    }

    /// Whether bytes other than zeros follow the end marker.
    ///
    /// Source: ISO/IEC 10918-1, B.1.1.
    package static func hasSurplus(_ bytes: [UInt8]) -> Bool {
        var place = 2
        while place + 1 < bytes.count {
            guard bytes[place] == 0xFF else {
                place += 1
                continue
            }
            switch bytes[place + 1] {
            case 0xD9: return bytes[(place + 2)...].contains { $0 != 0 }
            case 0xFF: place += 1
            // A zero belongs to the data of a scan. These markers have no length.
            case 0, 1, 0xD0...0xD8: place += 2
            default:
                guard place + 4 <= bytes.count else { return false }
                place += 2 + max(2, bytes[place + 2..<place + 4].bigEndian)
            }
        }
        return false
    }
}
