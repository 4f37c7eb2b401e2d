internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The samples of a Netpbm file, scaled to 8 or 16 bits.
final class PNMRaster: Raster {
    package let size: PixelSize
    package let pixels: StoredPixels
    package let bits: Int
    private let header: PNMHeader
    private let file: SourceFile
    /// The output sample for each stored value.
    private let table: [UInt16]
    private var numbers: DecimalNumbers?

    init(_ header: PNMHeader, _ file: SourceFile) {
        self.header = header
        self.file = file
        size = PixelSize(width: header.width, height: header.height)
        pixels = StoredPixels(
            colours: header.colours, hasAlpha: header.hasAlpha,
            sampleBytes: header.maximum > 255 ? 2 : 1)
        let (last, most) = (header.maximum, pixels.sampleBytes == 2 ? 65_535 : 255)
        bits = pixels.sampleBytes == 1 ? 8 : Int.bitWidth - last.leadingZeroBitCount
        table = (0...last).map {
            UInt16(((header.isInverted ? last - $0 : $0) * most + last / 2) / last)
        }
    }

    /// The bytes of a stored row.
    private var storedBytes: Int {
        header.isBitmap
            ? (size.width + 7) / 8 : size.width * header.depth * pixels.sampleBytes
    }

    package var end: Int? { header.isText ? nil : header.end + size.height * storedBytes }

    func readRow(_ y: Int, into row: UnsafeMutablePointer<UInt8>) throws(MissingRow) {
        if header.isText { return try readText(into: row) }
        let stored = file.bytes(storedBytes, at: header.end + y * storedBytes)
        guard stored.count == storedBytes else { throw MissingRow() }
        if header.isBitmap {
            for x in 0..<size.width { put(Int(stored[x >> 3] >> (7 - x & 7) & 1), at: x, in: row) }
            return
        }
        let (bands, depth) = (pixels.bands, header.depth)
        for x in 0..<size.width {
            for band in 0..<bands {
                let place = x * depth + band
                // The most significant byte comes first.
                let value =
                    pixels.sampleBytes == 1
                    ? Int(stored[place])
                    : Int(stored[2 * place]) << 8 | Int(stored[2 * place + 1])
                put(value, at: x * bands + band, in: row)
            }
        }
    }

    private func readText(into row: UnsafeMutablePointer<UInt8>) throws(MissingRow) {
        if numbers == nil {
            numbers = DecimalNumbers(file, from: header.end, isBits: header.kind == 1)
        }
        for x in 0..<size.width * pixels.bands {
            guard let number = numbers?.next() else { throw MissingRow() }
            put(number, at: x, in: row)
        }
    }

    /// Writes a sample. Values above the maximum become the maximum.
    private func put(_ value: Int, at x: Int, in row: UnsafeMutablePointer<UInt8>) {
        let result = table[min(value, header.maximum)]
        if pixels.sampleBytes == 1 {
            row[x] = UInt8(truncatingIfNeeded: result)
        } else {
            row[2 * x] = UInt8(truncatingIfNeeded: result)
            row[2 * x + 1] = UInt8(truncatingIfNeeded: result >> 8)
        }
    }
}

/// The decimal numbers in a file.
private struct DecimalNumbers {
    private let reader: FileReader
    /// Whether each digit is a separate number.
    private let isBits: Bool
    private var chunk = UnsafeRawBufferPointer(start: nil, count: 0)
    private var position = 0

    init?(_ file: SourceFile, from start: Int, isBits: Bool) {
        let reader = FileReader(file)
        guard (try? reader.skip(start)) == true else { return nil }
        self.reader = reader
        self.isBits = isBits
    }

    /// Returns the next number; `nil` at the end of the file, or at anything other than digits,
    /// white space and comments.
    package mutating func next() -> Int? {
        var number: Int?
        while let byte = nextByte() {
            switch byte {
            case 0x30...0x39:
                number = min((number ?? 0) * 10 + Int(byte - 0x30), 1 << 20)
                if isBits { return number }
            case PNMHeader.commentMark:
                while let byte = nextByte(), byte != 0x0A {}
                if number != nil { return number }
            case let byte where PNMHeader.isBlank(byte):
                if number != nil { return number }
            default: return nil
            }
        }
        return number
    }

    private mutating func nextByte() -> UInt8? {
        if position == chunk.count {
            guard let next = try? reader.next(atMost: 1 << 18), !next.isEmpty else { return nil }
            (chunk, position) = (next, 0)
        }
        defer { position += 1 }
        return chunk[position]
    }
}
