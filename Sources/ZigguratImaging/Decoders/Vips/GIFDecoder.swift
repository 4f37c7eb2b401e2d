/// GIF, through libvips.
struct GIFDecoder: SourceDecoder {
    let format = "gif"
    let traits = LoaderTraits(warningsAreDamage: true)

    func recognises(_ head: [UInt8]) -> Bool { head.starts(with: "GIF8".utf8) }

    /// The last byte is the trailer. Source: GIF89a, 27.
    func isTruncated(_ file: SourceFile) -> Bool { file.bytes(1, at: file.byteCount - 1) != [0x3B] }

    /// The frame that is shown, as RGBA, and buffers; as measured.
    func heldBytes(of image: StoredImage) -> Int? { 43 * image.pixelCount / 10 }
}
