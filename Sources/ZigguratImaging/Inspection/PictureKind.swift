internal import ZigguratCore

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
            return bytes.count >= 12 && 8 + big(bytes[4..<8].reversed()) <= bytes.count
        // A bare code stream does not say where it ends; decoding it does.
        case .jxl where !bytes.starts(with: jxlBox): return true
        default: return boxesEnd(bytes)
        }
    }

    /// AVIF and JPEG XL are boxes, each of which begins with its length: 1 for a longer one behind its name, 0
    /// for all that follows.
    private static func boxesEnd(_ bytes: [UInt8]) -> Bool {
        var start = 0
        while start < bytes.count {
            guard bytes.count - start >= 8 else { return false }
            var length = big(Array(bytes[start..<start + 4]))
            if length == 0 { return true }
            if length == 1 {
                guard bytes.count - start >= 16 else { return false }
                length = big(Array(bytes[start + 8..<start + 16]))
            }
            guard length >= 8, length <= bytes.count - start else { return false }
            start += length
        }
        return true
    }

    /// Numbers beyond any file's size become the largest there is.
    private static func big(_ bytes: some Sequence<UInt8>) -> Int {
        let number = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(min(number, UInt64(Int.max / 2)))
    }
}
