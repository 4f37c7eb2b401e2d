internal import ZigguratCore
internal import ZigguratSystem

/// What a picture's bytes say of their format, and whether they go on to its end.
enum PictureKind {
    /// The format, from the first bytes; `nil` where it is none of those that tiles have.
    static func format(of bytes: [UInt8]) -> TileFormat? {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        if bytes.starts(with: [0xFF, 0x0A]) || bytes.starts(with: jxlBox) { return .jxl }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        guard bytes.count >= 12 else { return nil }
        if bytes.starts(with: "RIFF".utf8), bytes[8..<12].elementsEqual("WEBP".utf8) {
            return .webp
        }
        if bytes[4..<8].elementsEqual("ftyp".utf8),
            ["avif", "avis", "mif1"].contains(String(decoding: bytes[8..<12], as: UTF8.self))
        {
            return .avif
        }
        return nil
    }

    /// The first box of a JPEG XL file that is made of boxes: ISO/IEC 18181-2, 9.1.
    private static let jxlBox: [UInt8] = [
        0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A,
    ]

    /// Whether the file's own end is there, as its format says where that is. What lies behind it
    /// does no harm.
    static func hasEnd(_ bytes: [UInt8], _ format: TileFormat) -> Bool {
        switch format {
        case .jpeg:
            // Some writers fill up behind the end.
            let end = bytes.lastIndex { $0 != 0 } ?? 0
            return end > 2 && bytes[end] == 0xD9 && bytes[end - 1] == 0xFF
        case .png:
            return bytes.suffix(12).elementsEqual(
                [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
        case .webp:
            return bytes.count >= 12 && 8 + bytes[4..<8].littleEndian <= bytes.count
        // A bare code stream does not say where it ends; decoding it does.
        case .jxl where !bytes.starts(with: jxlBox): return true
        default:
            return ISOBoxes.areWhole(size: bytes.count) { count, place in
                bytes.dropFirst(place).prefix(count)
            }
        }
    }
}
