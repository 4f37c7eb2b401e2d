internal import ZigguratSystem

/// TIFF with one strip, compressed by Deflate: lossless tiles for programs that do not read PNG, and
/// the tiles of pyramidal TIFF files.
///
/// Source: TIFF 6.0, sections 2 (structure) and 14 (differencing predictor); Adobe Photoshop TIFF
/// Technical Notes, 2002 (Deflate).
package enum TIFFFormat: TileFormatTraits {
    package static let name = "tiff"
    package static let title = "TIFF"
    package static let fileExtensions = ["tif", "tiff"]
    package static let mediaType = "image/tiff"
    package static let maximumSide = 1_000_000
    package static let keepsAlpha = true
    package static let options: Set<TileEncoding.Option> = [.compression, .sixteenBits]
    package static let losslessMode = LosslessMode.always
    /// Of the major browsers, only Safari shows TIFF.
    package static let isShownByAllBrowsers = false
    package static let losslessBitsPerPixel = 14.0
    package static let secondsPerMegapixel = 0.009

    /// Whether a file is little-endian with offsets of four bytes. Other TIFF files are not tiles.
    package static func recognises(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0x49, 0x49, 42, 0])
    }

    /// Whether the only strip lies within the file.
    package static func hasEnd(_ bytes: [UInt8]) -> Bool {
        let directory = bytes.little(4, at: 4)
        let count = bytes.little(2, at: directory)
        // An array has its offset in this field, so a file with several strips is not a tile.
        let value = { (tag: Int) in
            (0..<count).lazy.map { directory + 2 + $0 * 12 }
                .first { bytes.little(2, at: $0) == tag && bytes.little(4, at: $0 + 4) == 1 }
                .map { bytes.little(4, at: $0 + 8) }
        }
        guard let offset = value(273), let length = value(279), length > 0 else { return false }
        return offset + length <= bytes.count
    }
}
