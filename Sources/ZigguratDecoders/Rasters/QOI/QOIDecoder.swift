internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The decoder of the Quite OK Image Format.
package struct QOIDecoder: RasterDecoder {
    package init() {}

    package let format = "qoi"

    func recognises(_ head: [UInt8]) -> Bool {
        head.count > 13 && head.starts(with: "qoif".utf8) && [3, 4].contains(head[12])
    }

    func raster(_ file: SourceFile) throws(ZigguratError) -> any Raster {
        let head = file.bytes(QOIRaster.headerLength, at: 0)
        guard head.count == QOIRaster.headerLength else {
            throw ZigguratError(SourceError.truncated(row: nil, of: nil))
        }
        return QOIRaster(
            PixelSize(width: head[4..<8].bigEndian, height: head[8..<12].bigEndian),
            hasAlpha: head[12] == 4, file)
    }

    /// Whether the end mark is missing: seven bytes of 0, and a byte of 1.
    func isTruncated(_ file: SourceFile) -> Bool? {
        file.bytes(QOIRaster.endMark.count, at: file.byteCount - QOIRaster.endMark.count)
            != QOIRaster.endMark
    }
}

/// The pixels of a QOI file.
///
/// Source: The Quite OK Image Format Specification 1.0.
final class QOIRaster: Raster {
    private typealias Pixel = SIMD4<UInt8>

    package let size: PixelSize
    package let pixels: StoredPixels
    private let file: SourceFile
    private var reader: FileReader?
    private var chunk = UnsafeRawBufferPointer(start: nil, count: 0)
    private var position = 0
    private var seen = [Pixel](repeating: Pixel(0, 0, 0, 0), count: 64)
    private var current = Pixel(0, 0, 0, 255)
    /// The number of further times that the current pixel is repeated.
    private var run = 0

    static let headerLength = 14
    fileprivate static let endMark: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]

    init(_ size: PixelSize, hasAlpha: Bool, _ file: SourceFile) {
        self.size = size
        self.file = file
        pixels = StoredPixels(colours: .rgb, hasAlpha: hasAlpha)
    }

    func readRow(_ y: Int, into row: UnsafeMutablePointer<UInt8>) throws(MissingRow) {
        if reader == nil {
            reader = FileReader(file)
            guard (try? reader?.skip(Self.headerLength)) == true else { throw MissingRow() }
        }
        let bands = pixels.bands
        for x in 0..<size.width {
            try advance()
            for band in 0..<bands { row[x * bands + band] = current[band] }
        }
        guard y < size.height - 1 || isAtEnd() else { throw MissingRow(isDamaged: true) }
    }

    /// Whether the pixels end where the end mark begins. The file may end before or in the end
    /// mark.
    ///
    /// If pixel bytes are missing, the end mark was decoded as pixels. Then the file ends with an
    /// end mark, but the unread bytes do not contain all of the mark.
    private func isAtEnd() -> Bool {
        var rest: [UInt8] = []
        while rest.count < Self.endMark.count, let byte = try? nextByte() { rest.append(byte) }
        return rest == Self.endMark
            || Self.endMark.starts(with: rest)
                && file.bytes(Self.endMark.count, at: file.byteCount - Self.endMark.count)
                    != Self.endMark
    }

    private func advance() throws(MissingRow) {
        guard run == 0 else {
            run -= 1
            return
        }
        let tag = try nextByte()
        switch tag {
        case 0xFE:
            current = Pixel(try nextByte(), try nextByte(), try nextByte(), current[3])
        case 0xFF:
            current = Pixel(try nextByte(), try nextByte(), try nextByte(), try nextByte())
        default:
            switch tag >> 6 {
            case 0: current = seen[Int(tag)]
            case 1:
                current =
                    current &+ Pixel(tag >> 4 & 3, tag >> 2 & 3, tag & 3, 0)
                    &- Pixel(2, 2, 2, 0)
            case 2:
                let green = (tag & 63) &- 32
                let others = try nextByte()
                current =
                    current
                    &+ Pixel(
                        green &- 8 &+ (others >> 4), green, green &- 8 &+ (others & 15), 0)
            default: run = Int(tag & 63)
            }
        }
        let sum =
            Int(current[0]) * 3 + Int(current[1]) * 5 + Int(current[2]) * 7 + Int(current[3]) * 11
        seen[sum % 64] = current
    }

    private func nextByte() throws(MissingRow) -> UInt8 {
        if position == chunk.count {
            guard let next = try? reader?.next(atMost: 1 << 18), !next.isEmpty else {
                throw MissingRow()
            }
            (chunk, position) = (next, 0)
        }
        defer { position += 1 }
        return chunk[position]
    }
}
