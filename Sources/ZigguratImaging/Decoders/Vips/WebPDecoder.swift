internal import ZigguratCore
internal import ZigguratSystem

/// WebP, through libvips.
struct WebPDecoder: SourceDecoder {
    let format = "webp"

    func recognises(_ head: [UInt8]) -> Bool { head.starts(with: "RIFF".utf8) }

    /// Bytes 4 to 7 are the length of all that follows. Source: RFC 9649, 2.4.
    func isTruncated(_ file: SourceFile) -> Bool {
        8 + file.bytes(4, at: 4).littleEndian > file.byteCount
    }

    /// The frame and its canvas, both RGBA, and libvips' image of them.
    func heldBytes(of image: StoredImage) -> Int? { 8 * image.pixelCount + image.byteCount }
}
