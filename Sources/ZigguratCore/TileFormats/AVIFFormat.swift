/// AVIF: AV1 images in HEIF boxes.
package enum AVIFFormat: TileFormatTraits {
    package static let name = "avif"
    package static let title = "AVIF"
    package static let fileExtensions = ["avif"]
    package static let mediaType = "image/avif"
    package static let maximumSide = 16_384
    package static let keepsAlpha = true
    package static let losslessMode = LosslessMode.nearly
    package static let pmtilesType: UInt8? = 5
    package static let relativeSize = 0.75
    package static let secondsPerMegapixel = 1.3

    package static func recognises(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 12 && bytes[4..<8].elementsEqual("ftyp".utf8)
            && ["avif", "avis", "mif1"].contains(String(decoding: bytes[8..<12], as: UTF8.self))
    }

    package static func hasEnd(_ bytes: [UInt8]) -> Bool { ISOBoxes.areWhole(bytes) }

    /// Returns the suffix with a subsampling mode. Without it, libvips subsamples the colour of
    /// lossless images too.
    package static func vipsSuffix(_ encoding: TileEncoding) -> String? {
        ".avif[Q=\(encoding.quality),lossless=\(encoding.lossless),"
            + "subsample_mode=\(encoding.lossless ? "off" : "auto")]"
    }
}
