/// PNG: ISO/IEC 15948, W3C's PNG specification.
package enum PNGFormat: TileFormatTraits {
    package static let name = "png"
    package static let title = "PNG"
    package static let fileExtensions = ["png"]
    package static let mediaType = "image/png"
    package static let maximumSide = 1_000_000
    package static let keepsAlpha = true
    package static let options: Set<TileEncoding.Option> = [.compression, .palette, .sixteenBits]
    package static let losslessMode = LosslessMode.always
    package static let pmtilesType: UInt8? = 2
    package static let isInMBTiles = true
    package static let losslessBitsPerPixel = 13.0
    package static let secondsPerMegapixel = 0.011

    package static func recognises(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    }

    /// Whether the last chunk is an empty `IEND`.
    package static func hasEnd(_ bytes: [UInt8]) -> Bool {
        bytes.suffix(12).elementsEqual([0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
    }

    /// Whether bytes follow the chunk `IEND`.
    package static func hasSurplus(_ bytes: [UInt8]) -> Bool {
        var place = 8
        while place + 12 <= bytes.count {
            let end = place + 12 + bytes[place..<place + 4].bigEndian
            if bytes[place + 4..<place + 8].elementsEqual("IEND".utf8) { return end < bytes.count }
            place = end
        }
        return false
    }

    /// Returns a suffix for palettes: libvips quantises colours with libimagequant, tile by tile.
    package static func vipsSuffix(_ encoding: TileEncoding) -> String? {
        encoding.palette ? ".png[palette=true,Q=\(encoding.quality)]" : nil
    }
}
