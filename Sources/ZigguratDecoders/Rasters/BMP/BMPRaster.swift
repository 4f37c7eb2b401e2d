internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The pixels of a bitmap.
final class BMPRaster: Raster {
    package let size: PixelSize
    package let pixels: StoredPixels
    private let header: BMPHeader
    private let file: SourceFile
    private let isGrey: Bool

    private lazy var runs = BMPRuns(
        file.bytes(file.byteCount, at: header.start), size, bits: header.bits,
        statedLengths: header.statedLengths)

    init(_ header: BMPHeader, _ file: SourceFile) {
        self.header = header
        self.file = file
        size = header.size
        isGrey =
            header.bits <= 8
            && header.palette.allSatisfy { $0[0] == $0[1] && $0[1] == $0[2] }
        pixels = StoredPixels(colours: isGrey ? .grey : .rgb, hasAlpha: header.hasAlpha)
    }

    /// BMP headers of versions 3 to 5 have a mask for alpha, but many programs leave alpha at 0.
    var alphaMayBeUnused: Bool { true }

    var embedded: EmbeddedData { EmbeddedData(profile: header.profile) }

    /// Run-length encoded rows are decoded together, because the file does not state where each row
    /// begins.
    package var heldBytes: Int? {
        header.packing == .none ? nil : size.pixelCount + file.byteCount
    }

    package var end: Int? {
        header.packing == .none ? header.start + size.height * header.rowBytes : nil
    }

    func readRow(_ y: Int, into row: UnsafeMutablePointer<UInt8>) throws(MissingRow) {
        let stored = header.isTopDown ? y : size.height - 1 - y
        guard header.packing == .none else {
            return try readHeld(stored, into: row)
        }
        let bytes = file.bytes(header.rowBytes, at: header.start + stored * header.rowBytes)
        // Padding of the last row may be missing.
        guard bytes.count >= (size.width * header.bits + 7) / 8 else { throw MissingRow() }
        switch header.bits {
        case 24:
            for x in stride(from: 0, to: 3 * size.width, by: 3) {
                row[x] = bytes[x + 2]
                row[x + 1] = bytes[x + 1]
                row[x + 2] = bytes[x]
            }
        case 16, 32: unpackFields(bytes, into: row)
        default: unpackIndices(bytes, into: row)
        }
    }

    private func unpackFields(_ bytes: [UInt8], into row: UnsafeMutablePointer<UInt8>) {
        let length = header.bits / 8
        let masks = header.masks.prefix(pixels.bands)
        for x in 0..<size.width {
            let place = x * length
            var pixel = Int(bytes[place]) | Int(bytes[place + 1]) << 8
            if length == 4 {
                pixel |= Int(bytes[place + 2]) << 16 | Int(bytes[place + 3]) << 24
            }
            for (band, mask) in masks.enumerated() {
                row[x * masks.count + band] = mask.sample(pixel)
            }
        }
    }

    private func unpackIndices(_ bytes: [UInt8], into row: UnsafeMutablePointer<UInt8>) {
        let (bits, most) = (header.bits, 1 << header.bits - 1)
        for x in 0..<size.width {
            let place = x * bits
            put(Int(bytes[place >> 3]) >> (8 - bits - place & 7) & most, at: x, in: row)
        }
    }

    private func readHeld(_ y: Int, into row: UnsafeMutablePointer<UInt8>) throws(MissingRow) {
        let runs = self.runs
        guard y < runs.rowCount else { throw MissingRow() }
        let start = y * size.width
        for x in 0..<size.width { put(Int(runs.indices[start + x]), at: x, in: row) }
        guard !runs.isDamaged[y] else { throw MissingRow(isDamaged: true) }
    }

    /// Writes the colour of a palette index. Indices beyond the palette are black.
    private func put(_ index: Int, at x: Int, in row: UnsafeMutablePointer<UInt8>) {
        let colour = index < header.palette.count ? header.palette[index] : [0, 0, 0]
        if isGrey {
            row[x] = colour[0]
        } else {
            for band in 0..<3 { row[3 * x + band] = colour[band] }
        }
    }
}
