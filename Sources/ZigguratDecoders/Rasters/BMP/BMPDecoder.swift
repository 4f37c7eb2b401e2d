internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The decoder of Windows bitmaps.
package struct BMPDecoder: RasterDecoder {
    package init() {}

    package let format = "bmp"
    let extensions = ["bmp", "dib"]

    /// Checks the signature and the length of the second header.
    func recognises(_ head: [UInt8]) -> Bool {
        head.count > 15 && head.starts(with: "BM".utf8)
            && BMPHeader.lengths.contains(Int(head[14])) && head[15] == 0 || isBare(head)
    }

    /// Whether a file lacks the first header, as bitmaps in a clipboard do. The file then begins
    /// with the length of the second header. The width, the height, the number of planes and the
    /// bits per pixel follow. Sizes have two bytes in the header of 12 bytes, else four.
    private func isBare(_ head: [UInt8]) -> Bool {
        guard head.count > 15 else { return false }
        switch head[..<4].littleEndian {
        case 12:
            return head[4..<6].littleEndian > 0 && head[6..<8].littleEndian > 0
                && head[8..<10].littleEndian == 1
                && [1, 4, 8, 24].contains(head[10..<12].littleEndian)
        case 40, 108, 124:
            return head[12..<14].littleEndian == 1
                && [1, 2, 4, 8, 16, 24, 32].contains(head[14..<16].littleEndian)
        default: return false
        }
    }

    func raster(_ file: SourceFile) throws(ZigguratError) -> any Raster {
        if isBare(file.bytes(16, at: 0)) {
            return BMPRaster(try BMPHeader(file, at: 0, pixelsAt: nil), file)
        }
        let pixels = file.bytes(4, at: 10).littleEndian
        let header = try BMPHeader(file, at: 14, pixelsAt: pixels)
        return BMPRaster(header, file)
    }
}

/// The header of a bitmap file, or of a bitmap in an icon.
///
/// Source: Microsoft, BITMAPCOREHEADER, BITMAPINFOHEADER, BITMAPV5HEADER and [MS-WMF] 2.1.1.7; IBM, OS/2
/// Presentation Manager Functions, BITMAPINFOHEADER2.
struct BMPHeader {
    enum Packing {
        case none, runs
    }

    package let size: PixelSize
    let isTopDown: Bool
    package let bits: Int
    let packing: Packing
    /// The bits of a pixel for red, green, blue and alpha; empty if a pixel is an index into the
    /// palette.
    let masks: [BitField]
    /// The colours, each as red, green and blue.
    let palette: [[UInt8]]
    /// The offset of the first row in the file.
    let start: Int
    /// The lengths of the rows that the two headers state; empty in icons, where lengths include a
    /// mask.
    let statedLengths: [Int]
    package let profile: [UInt8]?

    private static func unsupported(_ feature: SourceError.Feature) -> ZigguratError {
        ZigguratError(SourceError.unsupported(feature))
    }

    private static let lengthOfOS2 = 64
    /// The lengths of the headers of all versions.
    static let lengths: Set<Int> = [12, 16, 40, 52, 56, 64, 108, 124]

    private static let alphaField = 3
    /// `MBED`: the file contains the profile.
    private static let embeddedProfile = 0x4D42_4544

    /// - Parameters:
    ///   - offset: the offset of the header in the file.
    ///   - start: the offset of the first row; `nil` if the rows follow the palette.
    ///   - isIcon: whether the stated height includes the height of a mask.
    init(
        _ file: SourceFile, at offset: Int, pixelsAt start: Int?, isIcon: Bool = false
    ) throws(ZigguratError) {
        let length = file.bytes(4, at: offset).littleEndian
        let bytes = file.bytes(length, at: offset)
        guard Self.lengths.contains(length), bytes.count == length else {
            throw HeaderError.field.error
        }
        func number(_ place: Int, _ count: Int) -> Int {
            place + count <= length ? bytes[place..<place + count].littleEndian : 0
        }
        let isCore = length == 12
        let width = isCore ? number(4, 2) : Int(Int32(truncatingIfNeeded: number(4, 4)))
        let height = isCore ? number(6, 2) : Int(Int32(truncatingIfNeeded: number(8, 4)))
        bits = number(isCore ? 10 : 14, 2)
        let compression = isCore ? 0 : number(16, 4)
        isTopDown = height < 0
        size = PixelSize(width: width, height: abs(height) / (isIcon ? 2 : 1))
        guard size.width > 0, size.height > 0 else { throw HeaderError.size.error }
        switch compression {
        case 0, 6: packing = .none
        // In OS/2 bitmaps, 3 is a fax compression.
        case 3 where length != Self.lengthOfOS2: packing = .none
        case 1 where bits == 8, 2 where bits == 4: packing = .runs
        case 4 where bits == 0: throw Self.unsupported(.format("JPEG-compressed BMP"))
        case 5 where bits == 0: throw Self.unsupported(.format("PNG-compressed BMP"))
        case 11...13: throw Self.unsupported(.format("CMYK BMP"))
        default: throw Self.unsupported(.compression(compression))
        }
        if bits == 64 { throw Self.unsupported(.bitsPerSample(16)) }
        guard [1, 2, 4, 8, 16, 24, 32].contains(bits) else { throw HeaderError.field.error }
        // Masks follow the oldest header version that can have masks.
        let hasFields = compression == 3 || compression == 6
        let outside = hasFields && length == 40 ? (compression == 6 ? 16 : 12) : 0
        let fields = outside > 0 ? file.bytes(outside, at: offset + 40) : Array(bytes.dropFirst(40))
        masks = Self.masks(bits, hasFields ? fields : [], hasAlpha: isIcon)
        let paletteStart = offset + length + outside
        palette = Self.palette(
            file, at: paletteStart, bits: bits, used: isCore ? 0 : number(32, 4),
            bytesPerColour: isCore ? 3 : 4)
        self.start =
            start ?? paletteStart + palette.count * (isCore ? 3 : 4)
        // The first header, of 14 bytes, states the length of the file.
        let fileLength = offset == 14 ? file.bytes(4, at: 2).littleEndian - self.start : 0
        statedLengths = isIcon ? [] : [isCore ? 0 : number(20, 4), fileLength].filter { $0 > 0 }
        let isEmbedded = length == 124 && number(56, 4) == Self.embeddedProfile
        let profileLength = min(number(116, 4), 1 << 24)
        profile =
            isEmbedded ? file.bytes(profileLength, at: offset + number(112, 4)) : nil
    }

    var hasAlpha: Bool { masks.count > Self.alphaField && masks[Self.alphaField].most > 0 }

    /// The bytes of a stored row, padded to whole 32-bit words.
    package var rowBytes: Int { (size.width * bits + 31) / 32 * 4 }

    private static func masks(_ bits: Int, _ fields: [UInt8], hasAlpha: Bool) -> [BitField] {
        guard bits == 16 || bits == 32 else { return [] }
        let stated = stride(from: 0, to: min(16, fields.count / 4 * 4), by: 4).map {
            fields[$0..<$0 + 4].littleEndian
        }
        if stated.count >= 3, stated.prefix(3).contains(where: { $0 > 0 }) {
            return stated.map { BitField(mask: $0) }
        }
        let usual =
            bits == 16
            ? [0x7C00, 0x03E0, 0x001F]
            : [0xFF_0000, 0xFF00, 0xFF] + (hasAlpha ? [0xFF00_0000] : [])
        return usual.map { BitField(mask: $0) }
    }

    private static func palette(
        _ file: SourceFile, at start: Int, bits: Int, used: Int, bytesPerColour: Int
    ) -> [[UInt8]] {
        guard bits <= 8 else { return [] }
        let count = used > 0 ? min(used, 1 << bits) : 1 << bits
        let bytes = file.bytes(count * bytesPerColour, at: start)
        return stride(
            from: 0, to: bytes.count / bytesPerColour * bytesPerColour, by: bytesPerColour
        )
        .map { [bytes[$0 + 2], bytes[$0 + 1], bytes[$0]] }
    }
}

/// The bit mask of one channel in a pixel.
struct BitField {
    /// The largest value of the channel; 0 if the mask has no bits.
    let most: Int
    private let shift: Int

    init(mask: Int) {
        shift = mask == 0 ? 0 : mask.trailingZeroBitCount
        most = mask >> shift
    }

    /// Returns the value of the channel in a pixel, scaled to 8 bits.
    func sample(_ pixel: Int) -> UInt8 {
        guard most > 0 else { return 0 }
        let value = pixel >> shift & most
        return UInt8(most == 255 ? value : (value * 255 + most / 2) / most)
    }
}
