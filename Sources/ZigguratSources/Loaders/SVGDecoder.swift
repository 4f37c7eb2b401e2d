internal import ZigguratCore
internal import ZigguratDecoders
internal import ZigguratImaging
internal import ZigguratSystem

/// The SVG decoder. libvips draws the image. At 72 dots per inch, a drawing has the size that the
/// file states in pixels.
struct SVGDecoder: SourceDecoder {
    package let format = "svg"
    let traits = LoaderTraits(defaultDensity: 72)

    /// The bytes that are searched for the root element, because comments can precede it.
    private static let searchLength = 1 << 20

    /// Whether the root of a document is an SVG element, with any prefix and in any encoding.
    /// libvips recognises only some SVG files.
    func recognises(_ file: SourceFile) -> Bool {
        let start = file.bytes(64, at: 0)
        // Byte order marks, and the zeros of UTF-16, are skipped.
        let first = start.first { !PNMHeader.isBlank($0) && $0 != 0 && $0 < 0x80 }
        guard first == UInt8(ascii: "<") else { return false }
        return XMLDocument.rootName(ofBeginning: file.bytes(Self.searchLength, at: 0)) == "svg"
    }

    func heldBytes(of image: MemoryQuestion) -> Int? { image.drawnBytes(squareSide: 2000) }
}
