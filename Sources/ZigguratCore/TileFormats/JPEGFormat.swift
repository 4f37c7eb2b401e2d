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
}
