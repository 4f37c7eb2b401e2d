internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The decoder of Truevision TGA. The format has no signature at the beginning of the file.
package struct TGADecoder: RasterDecoder {
    package init() {}

    package let format = "tga"
    let extensions = ["tga", "icb", "vda", "vst"]

    func recognises(_ head: [UInt8]) -> Bool { TGAHeader(head) != nil }

    /// Whether the file name or the footer identifies the file as TGA, and the header can be read.
    /// The header may have undefined values.
    func recognises(_ file: SourceFile) -> Bool {
        let isNamed = extensions.contains { file.path.lowercased().hasSuffix(".\($0)") }
        return (isNamed || TGAHeader.hasFooter(file))
            && TGAHeader(file.bytes(TGAHeader.length, at: 0), isKnown: true) != nil
    }

    func raster(_ file: SourceFile) throws(ZigguratError) -> any Raster {
        guard let header = TGAHeader(file.bytes(TGAHeader.length, at: 0), isKnown: true) else {
            throw HeaderError.field.error
        }
        return TGARaster(header, file)
    }
}

/// The header of a TGA file.
///
/// Source: Truevision TGA File Format Specification 2.0.
struct TGAHeader {
    enum Kind: Int {
        case palette = 1
        case rgb = 2
        case grey = 3
    }

    package static let length = 18

    let kind: Kind
    let isPacked: Bool
    package let size: PixelSize
    /// Bits per pixel.
    package let bits: Int
    /// Bits per pixel, or per colour of the palette, that are alpha.
    let alphaBits: Int
    let isTopDown: Bool
    package let isMirrored: Bool
    let paletteStart: Int
    /// The index of the first colour in the palette; `colourCount` is the number of colours.
    let firstColour: Int
    let colourCount: Int
    let colourBits: Int

    /// - Parameter isKnown: whether other properties identify the file as TGA. If so, the fields of
    ///   a missing palette and the bits for interlaced rows need not be 0; other programs ignore
    ///   these fields, too.
    /// - Returns: `nil` if the file does not have a valid TGA header.
    init?(_ head: [UInt8], isKnown: Bool = false) {
        guard head.count >= Self.length, let kind = Kind(rawValue: Int(head[2]) & 7),
            [0, 8].contains(head[2] & ~7), isKnown || head[17] & 0xC0 == 0, head[1] <= 1
        else { return nil }
        self.kind = kind
        isPacked = head[2] & 8 != 0
        size = PixelSize(width: head[12..<14].littleEndian, height: head[14..<16].littleEndian)
        bits = Int(head[16])
        alphaBits = Int(head[17] & 15)
        isTopDown = head[17] & 0x20 != 0
        isMirrored = head[17] & 0x10 != 0
        paletteStart = Self.length + Int(head[0])
        let hasPalette = head[1] == 1
        firstColour = head[3..<5].littleEndian
        colourCount = hasPalette ? head[5..<7].littleEndian : 0
        colourBits = Int(head[7])
        let hasNoPalette = head[3..<8] == [0, 0, 0, 0, 0]
        let depths: [Int] =
            switch kind {
            case .palette: [8, 16]
            case .grey: [8, 16]
            case .rgb: [15, 16, 24, 32]
            }
        guard size.width > 0, size.height > 0, depths.contains(bits), alphaBits <= 8,
            hasPalette || kind != .palette, isKnown || !hasPalette || kind != .grey,
            hasPalette ? [15, 16, 24, 32].contains(colourBits) : isKnown || hasNoPalette
        else { return nil }
    }

    /// The meaning of the bits of a pixel that are not colours.
    enum Alpha: Int {
        /// The bits are missing or undefined.
        case none = 0
        case undefined = 1
        /// The bits are undefined, but should be kept.
        case retained = 2
        case straight = 3
        case premultiplied = 4
    }

    /// Reads the meaning of alpha from the extension area.
    ///
    /// Source: Truevision TGA File Format Specification 2.0, fields 24 (attributes type) and 28 to
    /// 32 (the footer).
    ///
    /// - Returns: `nil` if the file does not state it.
    static func alpha(_ file: SourceFile) -> Alpha? {
        guard hasFooter(file) else { return nil }
        let place = file.bytes(4, at: file.byteCount - footerLength).littleEndian
        guard place > 0, file.bytes(2, at: place).littleEndian >= 495,
            let type = file.bytes(1, at: place + 494).first
        else { return nil }
        return Alpha(rawValue: Int(type))
    }

    fileprivate static let footerLength = 26

    static func hasFooter(_ file: SourceFile) -> Bool {
        file.byteCount >= length + footerLength
            && file.bytes(footerLength, at: file.byteCount - footerLength).dropFirst(8)
                .starts(with: "TRUEVISION-XFILE.".utf8)
    }

    /// The bytes of a stored pixel.
    var pixelBytes: Int { (bits + 7) / 8 }

    /// The offset of the first row in the file.
    var start: Int { paletteStart + colourCount * ((colourBits + 7) / 8) }
}

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
    /// The offset in the file at which pixels must end: the footer, or the end of the file.
    private let dataEnd: Int

    init(_ header: TGAHeader, _ file: SourceFile) {
        self.header = header
        self.file = file
        dataEnd = file.byteCount - (TGAHeader.hasFooter(file) ? TGAHeader.footerLength : 0)
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
            switch header.kind {
            case .grey: header.bits == 16
            case .rgb: [16, 32].contains(header.bits)
            case .palette: [16, 32].contains(header.colourBits)
            }
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

    package var end: Int? {
        header.isPacked
            ? nil : header.start + size.height * storedBytes + file.byteCount - dataEnd
    }

    func readRow(_ y: Int, into row: UnsafeMutablePointer<UInt8>) throws(MissingRow) {
        let line = header.isTopDown ? y : size.height - 1 - y
        guard header.isPacked else {
            let start = header.start + line * storedBytes
            let stored = file.bytes(storedBytes, at: start)
            guard stored.count == storedBytes, start + storedBytes <= dataEnd else {
                throw MissingRow()
            }
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
                let colour = palette.indices.contains(number) ? palette[number] : Self.black
                for band in 0..<bands { target[band] = colour[band] }
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

    /// The colour of indices outside the palette.
    private static let black: [UInt8] = [0, 0, 0, 255]

    /// Reads a colour as red, green, blue and alpha.
    private static func colour(_ bytes: [UInt8], at place: Int, bits: Int) -> [UInt8] {
        if bits >= 24 {
            let alpha = bits == 32 ? bytes[place + 3] : 255
            return [bytes[place + 2], bytes[place + 1], bytes[place], alpha]
        }
        let value = Int(bytes[place]) | Int(bytes[place + 1]) << 8
        let field = BitField(mask: 31)
        let samples = [10, 5, 0].map { field.sample(value >> $0) }
        return samples + [value & 0x8000 == 0 ? 0 : 255]
    }

    /// Decodes packets of up to 128 pixels. A packet contains one pixel to repeat, or a pixel for
    /// each position.
    private func decodeRuns() -> [UInt8] {
        let data = file.bytes(max(0, dataEnd - header.start), at: header.start)
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
