internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

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
    /// Bits per pixel that are alpha.
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

    private static let footerLength = 26

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
