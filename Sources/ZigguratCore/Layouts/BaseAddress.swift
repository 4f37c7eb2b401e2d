/// The public address of a destination, to which paths are appended: RFC 3986.
package enum BaseAddress {
    /// The required form of an address, for messages: “expected …”.
    package static let expectation = "an address such as https://example.org/maps without ? and #"

    /// Returns the address in its normal form: a scheme and a host in lower case, a percent-encoded
    /// path, and no slash at the end.
    ///
    /// - Returns: `nil` if the address has another scheme, no host, a user name, a query, a fragment,
    ///   control characters, or folders such as `..`.
    package static func normalized(_ text: String) -> String? {
        guard let separator = text.firstRange(of: "://") else { return nil }
        let scheme = text[..<separator.lowerBound].lowercased()
        let rest = text[separator.upperBound...]
        let host = rest.prefix { $0 != "/" }.lowercased()
        let path = Array(rest.utf8.dropFirst(rest.prefix { $0 != "/" }.utf8.count))
        guard ["https", "http"].contains(scheme), isHost(host),
            !path.contains(where: { $0 < 0x20 || $0 == 0x7F || forbidden.contains($0) })
        else { return nil }
        let folders = path.split(separator: UInt8(ascii: "/")).map { encoded(Array($0)) }
        guard !folders.contains(where: { [".", ".."].contains($0) }) else { return nil }
        return (["\(scheme)://\(host)"] + folders).joined(separator: "/")
    }

    /// Returns the address of a destination in its normal form. An invalid address only loses its
    /// slashes at the end.
    package static func ofDestination(_ text: String?) -> String? {
        text.map { normalized($0) ?? BundleDescription.withoutEndingSlashes($0) }
    }

    /// Whether a text is a host name or an IPv4 or IPv6 address, with or without a port. Other
    /// alphabets need their ASCII form.
    private static func isHost(_ text: String) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let isIPv6 = text.hasPrefix("[") && text.contains("]")
        guard isIPv6 || (parts.count <= 2 && !parts[0].isEmpty),
            isIPv6 || parts.count < 2 || UInt16(parts[1]) != nil
        else { return false }
        return text.utf8.allSatisfy {
            (isIPv6 ? hostBytes.union("[]".utf8) : hostBytes).contains($0)
        }
    }

    /// Encodes a segment of a path. Existing percent-encodings are kept.
    private static func encoded(_ segment: [UInt8]) -> String {
        var text = ""
        for (index, byte) in segment.enumerated() {
            if byte == UInt8(ascii: "%"), index + 2 < segment.count,
                segment[index + 1...index + 2].allSatisfy(digits.contains)
            {
                text += "%"
            } else if pathBytes.contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += PercentEncoding.byte(byte)
            }
        }
        return text
    }

    private static let forbidden = Set("?#".utf8)
    private static let digits = Set("0123456789ABCDEFabcdef".utf8)
    private static let hostBytes = Set("abcdefghijklmnopqrstuvwxyz0123456789-._:".utf8)
    /// The bytes of `pchar` in RFC 3986.
    private static let pathBytes = PercentEncoding.unreserved.union("!$&'()*+,;=:@".utf8)
}
