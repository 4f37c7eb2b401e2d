internal import ZigguratCore
internal import ZigguratSystem

/// SVG, which libvips draws. At 72 dots an inch a drawing has the size that it states in pixels.
struct SVGDecoder: SourceDecoder {
    let format = "svg"
    let traits = LoaderTraits(defaultDensity: 72)

    /// Comments can stand before the drawing.
    private static let searchLength = 1 << 20

    /// Whether the root of a document is an SVG element, of any prefix and in any encoding. libvips
    /// sees only some.
    func recognises(_ file: SourceFile) -> Bool {
        let start = file.bytes(64, at: 0)
        // Marks of encodings, and the zeros of UTF-16, do not count.
        let first = start.first { !PNMHeader.isBlank($0) && $0 != 0 && $0 < 0x80 }
        guard first == UInt8(ascii: "<") else { return false }
        return XMLDocument.rootName(ofBeginning: file.bytes(Self.searchLength, at: 0)) == "svg"
    }

    func heldBytes(of image: StoredImage) -> Int? { image.drawnBytes(squareSide: 2000) }
}
