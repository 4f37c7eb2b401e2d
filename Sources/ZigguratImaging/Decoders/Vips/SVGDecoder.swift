internal import ZigguratCore
internal import ZigguratSystem

/// SVG, which libvips draws. At 72 dots an inch a drawing has the size that it states in pixels.
struct SVGDecoder: SourceDecoder {
    let format = "svg"
    let traits = LoaderTraits(defaultDensity: 72)

    /// Comments can stand before the drawing.
    private static let searchLength = 1 << 20

    /// Whether a file is a text with an SVG element, which libvips sees only near the beginning.
    static func recognising(_ file: SourceFile) -> SVGDecoder? {
        let start = file.bytes(64, at: 0)
        let text = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start[...]
        guard text.first(where: { !PNMHeader.isBlank($0) }) == UInt8(ascii: "<"),
            file.bytes(searchLength, at: 0).contains(Array("<svg".utf8))
        else { return nil }
        return SVGDecoder()
    }

    func heldBytes(of image: StoredImage) -> Int? { image.drawnBytes(squareSide: 2000) }
}
