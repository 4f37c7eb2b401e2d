/// The boxes that HEIC, AVIF, JPEG XL and JPEG 2000 files consist of.
///
/// A box begins with its length and its name, four bytes each. If the length is 1, a length of
/// eight bytes follows the name. If the length is 0, the box ends with the file. Source: ISO/IEC
/// 14496-12, 4.2.
package enum ISOBoxes {
    /// A box as its header states it; the end may lie beyond the end of a damaged file.
    package struct Box {
        package let name: String
        /// The offsets of the start and the end of the content.
        package let start: Int
        package let end: Int
    }

    /// Reads the box at an offset; `nil` if its header is truncated or invalid.
    ///
    /// - Parameters:
    ///   - offset: the offset of the box; less than the size.
    ///   - size: the length of the file in bytes.
    ///   - bytes: returns `count` bytes at an offset; fewer at the end of the file.
    package static func box(
        at offset: Int, size: Int, _ bytes: (_ count: Int, _ offset: Int) -> ArraySlice<UInt8>
    ) -> Box? {
        let head = bytes(16, offset)
        guard head.count >= 8 else { return nil }
        var length = head.prefix(4).bigEndian
        var headLength = 8
        if length == 1, head.count == 16 { (length, headLength) = (head.suffix(8).bigEndian, 16) }
        if length == 0 { length = size - offset }
        guard length >= headLength else { return nil }
        return Box(
            name: String(decoding: head.dropFirst(4).prefix(4), as: UTF8.self),
            start: offset + headLength, end: offset + length)
    }

    /// Whether the last box ends with the file.
    ///
    /// - Parameters:
    ///   - size: the length of the file in bytes.
    ///   - bytes: returns `count` bytes at an offset; fewer at the end of the file.
    package static func areWhole(
        size: Int, _ bytes: (_ count: Int, _ offset: Int) -> ArraySlice<UInt8>
    ) -> Bool {
        var start = 0
        while start < size {
            guard let box = box(at: start, size: size, bytes), box.end <= size else { return false }
            start = box.end
        }
        return true
    }

    /// Whether the last box ends with the file.
    static func areWhole(_ bytes: [UInt8]) -> Bool {
        areWhole(size: bytes.count) { count, offset in bytes.dropFirst(offset).prefix(count) }
    }
}
