/// WebP: RFC 9649.
package enum WebPFormat: TileFormatTraits {
    package static let name = "webp"
    package static let title = "WebP"
    package static let fileExtensions = ["webp"]
    package static let mediaType = "image/webp"
    package static let maximumSide = 16_383
    package static let keepsAlpha = true
    package static let pmtilesType: UInt8? = 4
    package static let isInMBTiles = true
    package static let relativeSize = 0.6
    package static let secondsPerMegapixel = 0.044

    package static func recognises(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 12 && bytes.starts(with: "RIFF".utf8)
            && bytes[8..<12].elementsEqual("WEBP".utf8)
    }

    /// Whether a file has the length that its RIFF header states.
    package static func hasEnd(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 12 && 8 + bytes[4..<8].littleEndian <= bytes.count
    }
}
