internal import ZigguratSystem

/// The boxes of HEIC, AVIF and JPEG XL files.
///
/// Each begins with its length in four bytes and its name in four: 1 for a longer length in eight
/// bytes after the name, 0 for all that follows. Source: ISO/IEC 14496-12, 4.2.
enum ISOBoxes {
    /// Whether they fill the file exactly.
    ///
    /// - Parameters:
    ///   - size: of the file, in bytes.
    ///   - bytes: returns so many bytes at an offset; fewer at the end of the file.
    static func areWhole(
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
}
