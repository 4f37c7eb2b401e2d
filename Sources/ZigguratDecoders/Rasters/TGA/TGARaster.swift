internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The pixels of a TGA file.
final class TGARaster: Raster {
    package let size: PixelSize
    package let pixels: StoredPixels
    let alphaMayBeUnused: Bool
    private let header: TGAHeader
    private let file: SourceFile
    /// The colours of the palette, each as red, green, blue and alpha.
    private let palette: [[UInt8]]
    private var held = HeldRows()

    init(_ header: TGAHeader, _ file: SourceFile) {
        self.header = header
        self.file = file
        size = header.size
        let length = (header.colourBits + 7) / 8
        let bytes = file.bytes(header.colourCount * length, at: header.paletteStart)
        palette =
            header.kind != .palette
            ? []
            : stride(from: 0, to: bytes.count / max(1, length) * length, by: max(1, length)).map {
                Self.colour(bytes, at: $0, bits: header.colourBits)
            }
        let isGrey = header.kind == .grey
        let canHaveAlpha =
            isGrey ? header.bits == 16 : header.kind == .rgb && [16, 32].contains(header.bits)
        let stated = TGAHeader.alpha(file)
        // If the file does not state the meaning, bits that are not colours are alpha.
        let isAlpha = [nil, .straight, .premultiplied].contains(stated)
        pixels = StoredPixels(
            colours: isGrey ? .grey : .rgb,
            hasAlpha: canHaveAlpha && header.alphaBits > 0 && isAlpha,
            isPremultiplied: stated == .premultiplied)
        alphaMayBeUnused = stated == nil
    }

    /// The rows of packed files are decoded together, because most files begin with the bottom row.
    package var heldBytes: Int? {
        header.isPacked ? size.pixelCount * header.pixelBytes + file.byteCount : nil
    }

    private var storedBytes: Int { size.width * header.pixelBytes }

    package var end: Int? { header.isPacked ? nil : header.start + size.height * storedBytes }

    func readRow(_ y: Int, into row: UnsafeMutablePointer<UInt8>) throws(MissingRow) {
        let line = header.isTopDown ? y : size.height - 1 - y
        guard header.isPacked else {
            let stored = file.bytes(storedBytes, at: header.start + line * storedBytes)
            guard stored.count == storedBytes else { throw MissingRow() }
            return unpack(stored, into: row)
        }
        var stored = [UInt8](repeating: 0, count: storedBytes)
        let failure = stored.withUnsafeMutableBufferPointer { stored -> MissingRow? in
            guard let start = stored.baseAddress else { return nil }
            do throws(MissingRow) {
                try held.copy(line, of: storedBytes, to: start, decode: decodeRuns)
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
        unpack(stored, into: row)
    }

    private func unpack(_ stored: [UInt8], into row: UnsafeMutablePointer<UInt8>) {
        let (length, bands) = (header.pixelBytes, pixels.bands)
        for x in 0..<size.width {
            let place = x * length
            let target = row + (header.isMirrored ? size.width - 1 - x : x) * bands
            switch header.kind {
            case .grey:
                for band in 0..<bands { target[band] = stored[place + band] }
            case .palette:
                let number = stored[place..<place + length].littleEndian - header.firstColour
                let colour = palette.indices.contains(number) ? palette[number] : [0, 0, 0]
                for band in 0..<3 { target[band] = colour[band] }
            case .rgb:
                if length >= 3 {
                    target[0] = stored[place + 2]
                    target[1] = stored[place + 1]
                    target[2] = stored[place]
                    if bands == 4 { target[3] = stored[place + 3] }
                } else {
                    let colour = Self.colour(stored, at: place, bits: 16)
                    for band in 0..<bands { target[band] = colour[band] }
                }
            }
        }
    }

    /// Reads a colour as red, green, blue and alpha.
    private static func colour(_ bytes: [UInt8], at place: Int, bits: Int) -> [UInt8] {
        if bits >= 24 { return [bytes[place + 2], bytes[place + 1], bytes[place], 255] }
        let value = Int(bytes[place]) | Int(bytes[place + 1]) << 8
        let field = BitField(mask: 31)
        let samples = [10, 5, 0].map { field.sample(value >> $0) }
        return samples + [value & 0x8000 == 0 ? 0 : 255]
    }

    /// Decodes packets of up to 128 pixels. A packet contains one pixel to repeat, or a pixel for
    /// each position.
    private func decodeRuns() -> [UInt8] {
        let data = file.bytes(max(0, file.byteCount - header.start), at: header.start)
        let (length, total) = (header.pixelBytes, size.height * storedBytes)
        var result: [UInt8] = []
        // A packet has at least two bytes and at most 128 pixels.
        result.reserveCapacity(min(total, 64 * length * data.count))
        var place = 0
        while result.count < total, place < data.count {
            let count = Int(data[place] & 127) + 1
            let isRun = data[place] & 128 != 0
            place += 1
            let byteCount = isRun ? length : count * length
            guard place + byteCount <= data.count else { break }
            for _ in 0..<(isRun ? count : 1) { result += data[place..<place + byteCount] }
            place += byteCount
        }
        return result
    }
}
