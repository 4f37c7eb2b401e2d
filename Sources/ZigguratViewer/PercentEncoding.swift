internal import ZigguratSystem

/// Addresses of files, as they stand in `href` and `src`.
enum PercentEncoding {
    /// The relative address of a raw path. Encodes the same characters as `address` in `paths.js`.
    static func address(ofPath path: String) -> String {
        var result = ""
        result.reserveCapacity(path.utf8.count)
        for byte in path.utf8 {
            if byte == UInt8(ascii: "/") || isPlain(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result.append("%")
                result.append(digits[Int(byte >> 4)])
                result.append(digits[Int(byte & 15)])
            }
        }
        return result
    }

    private static let digits = Array("0123456789ABCDEF")

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default:
            "-_.!~*'(),".utf8.contains(byte)
        }
    }
}
