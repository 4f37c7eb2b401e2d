internal import ZigguratCore
internal import ZigguratDecoders
internal import ZigguratImaging
internal import ZigguratSystem

/// The SVG decoder. libvips draws the image. At 72 dots per inch, a drawing has the size that the
/// file states in pixels.
struct SVGDecoder: SourceDecoder {
    package let format = "svg"
    let extensions = ["svg", "svgz"]

    /// The bytes that are searched for the root element, because comments can precede it.
    private static let searchLength = 1 << 20
    /// The first bytes of a compressed document (SVGZ). Source: RFC 1952, 2.3.1.
    private static let gzipMark: [UInt8] = [0x1F, 0x8B]

    /// Whether the root of a document is an SVG element, with any prefix and in any encoding. The
    /// document may be compressed with gzip. libvips recognises only some SVG files.
    func recognises(_ file: SourceFile) -> Bool {
        var document = file.bytes(64, at: 0)
        let isCompressed = document.starts(with: Self.gzipMark)
        if isCompressed {
            document = Inflate.beginning(
                ofGzip: file.bytes(Self.searchLength, at: 0), limit: Self.searchLength)
        }
        // Byte order marks, and the zeros of UTF-16, are skipped.
        let first = document.prefix(64).first { !PNMHeader.isBlank($0) && $0 != 0 && $0 < 0x80 }
        guard first == UInt8(ascii: "<") else { return false }
        if !isCompressed { document = file.bytes(Self.searchLength, at: 0) }
        return XMLDocument.rootName(ofBeginning: document) == "svg"
    }

    func open(_ file: SourceFile) -> any OpenedImage { SVGImage(file) }
}

/// An open SVG file.
private final class SVGImage: OpenedImage {
    let file: SourceFile
    let loader = LoaderTraits(defaultDensity: 72)

    init(_ file: SourceFile) { self.file = file }

    func heldBytes(of image: MemoryQuestion) -> Int? { image.drawnBytes(squareSide: 2000) }
}
