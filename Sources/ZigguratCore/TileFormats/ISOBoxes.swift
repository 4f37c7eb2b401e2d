/// The boxes that HEIC, AVIF and JPEG XL files consist of.
///
/// A box begins with its length and its name, four bytes each. If the length is 1, a length of eight
/// bytes follows the name; if it is 0, the box ends with the file. Source: ISO/IEC 14496-12, 4.2.
package enum ISOBoxes {
    /// Whether the last box ends with the file.
    ///
    /// - Parameters:
    ///   - size: the length of the file in bytes.
    ///   - bytes: returns bytes at an offset; fewer at the end of the file.
    package static func areWhole(
        size: Int, _ bytes: (_ count: Int, _ offset: Int) -> ArraySlice<UInt8>
    ) -> Bool {
        var start = 0
        while start < size {
            let head = bytes(16, start)
            guard head.count >= 8 else { return false }
            var length = head.prefix(4).bigEndian
            if length == 0 { return true }
            if length == 1, head.count == 16 { length = head.suffix(8).bigEndian }
            guard length >= 8, length <= size - start else { return false }
            start += length
        }
        return true
    }

    /// Whether the last box ends with the file.
    static func areWhole(_ bytes: [UInt8]) -> Bool {
        areWhole(size: bytes.count) { count, offset in bytes.dropFirst(offset).prefix(count) }
    }
}
