/// JPEG XL: ISO/IEC 18181.
package enum JXLFormat: TileFormatTraits {
    package static let name = "jxl"
    package static let title = "JPEG XL"
    package static let fileExtensions = ["jxl"]
    package static let mediaType = "image/jxl"
    package static let maximumSide = 262_144
    package static let keepsAlpha = true
    /// Of the major browsers, only Safari shows JPEG XL.
    package static let isShownByAllBrowsers = false
    package static let secondsPerMegapixel = 0.03

    package static func recognises(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0xFF, 0x0A]) || bytes.starts(with: signatureBox)
    }

    /// Whether a file has its end. A bare code stream does not state its length, so it always
    /// passes.
    package static func hasEnd(_ bytes: [UInt8]) -> Bool {
        !bytes.starts(with: signatureBox) || ISOBoxes.areWhole(bytes)
    }

    package static func vipsSuffix(_ encoding: TileEncoding) -> String? {
        let quality = max(encoding.quality, lowestQuality)
        return ".jxl[Q=\(quality),lossless=\(encoding.lossless),effort=4]"
    }

    /// The lowest quality that libvips encodes correctly. For a lower quality, libvips requests a
    /// distance above 25, which libjxl rejects. libjxl then encodes with distance 1, and libvips
    /// does not report the error.
    private static let lowestQuality = 5

    /// The first box of a file that consists of boxes: ISO/IEC 18181-2, 9.1.
    private static let signatureBox: [UInt8] = [
        0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A,
    ]
}
