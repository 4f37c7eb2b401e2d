internal import ZigguratSystem

/// Percent-encoding for addresses: RFC 3986, section 2.
package enum PercentEncoding {
    /// One segment of a path: everything but the unreserved characters is encoded, `/` too.
    package static func segment(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            if isUnreserved(byte) {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                encoded += byte < 16 ? "%0" : "%"
                encoded += String(byte, radix: 16, uppercase: true)
            }
        }
        return encoded
    }

    /// A whole path: its segments encoded, the slashes between them kept.
    package static func path(_ text: String) -> String {
        // By scalars: a slash with an accent on it is another character, but a slash to a server.
        text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
            .map { segment(String($0)) }
            .joined(separator: "/")
    }

    /// RFC 3986, section 2.3: letters, digits, `-`, `.`, `_`, `~`.
    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
