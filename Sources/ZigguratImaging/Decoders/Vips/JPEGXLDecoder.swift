/// JPEG XL, through libvips.
struct JPEGXLDecoder: SourceDecoder {
    let format = "jxl"

    /// A signature box. Source: ISO/IEC 18181-2, 9.1.
    func recognises(_ head: [UInt8]) -> Bool {
        head.starts(with: [0, 0, 0, 0x0C] + Array("JXL ".utf8))
    }

    /// The planes as they are decoded, their conversion, and libvips' image.
    func heldBytes(of image: StoredImage) -> Int? { image.byteCount * 5 / 2 }
}
