/// Percent-encoding for addresses: RFC 3986, section 2.
package enum PercentEncoding {
    /// Encodes a segment of a path: all characters except the unreserved ones, so `/` too.
    package static func segment(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            if unreserved.contains(byte) {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                encoded += Self.byte(byte)
            }
        }
        return encoded
    }

    static func byte(_ byte: UInt8) -> String {
        (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }

    /// Encodes the segments of a path, but not the slashes between them.
    package static func path(_ text: String) -> String {
        // Splits by scalars: with a combining mark, a slash is another character, but still a slash
        // to a server.
        text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
            .map { segment(String($0)) }
            .joined(separator: "/")
    }

    /// The unreserved bytes: RFC 3986, section 2.3.
    static let unreserved = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
}
