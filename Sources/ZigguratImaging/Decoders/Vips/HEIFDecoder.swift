internal import ZigguratCore

/// HEIC and AVIF, through libvips.
struct HEIFDecoder: SourceDecoder {
    let format = "heif"
    let extensions = ["heic", "heif", "avif"]

    func recognises(_ head: [UInt8]) -> Bool {
        head.count >= 8 && head[4..<8].elementsEqual("ftyp".utf8)
    }

    func isTruncated(_ file: SourceFile) -> Bool {
        !ISOBoxes.areWhole(size: file.byteCount) { file.bytes($0, at: $1)[...] }
    }

    /// The planes of light and colour difference, their conversion, and libvips' image.
    func heldBytes(of image: StoredImage) -> Int? { image.byteCount * 5 / 2 }
}
