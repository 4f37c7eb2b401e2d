/// Why the target of a request is rejected.
enum RequestTargetError: Error, Hashable {
    case malformed
    /// The path names a hidden file, which is never served.
    case hidden
}

/// The target of a request: RFC 9112, section 3.2, and RFC 3986.
struct RequestTarget: Hashable {
    /// The decoded segments of the path; no segment is empty.
    let segments: [String]
    /// Whether the path ends with a slash, as the path of a folder does.
    let isFolder: Bool
    /// The text after the question mark, percent-encoded; `nil` without a question mark.
    let query: String?

    /// Reads the target of a request line.
    init(_ target: String) throws(RequestTargetError) {
        var bytes = target.utf8[...]
        if !bytes.starts(with: "/".utf8) {
            // The absolute form, which every server must accept: RFC 9112, section 3.2.2.
            let scheme = "http://"
            guard target.lowercased().hasPrefix(scheme) else { throw .malformed }
            bytes = bytes.dropFirst(scheme.utf8.count).drop {
                $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?")
            }
        }
        let path = bytes.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let rest = bytes[path.endIndex...]
        query =
            rest.first == UInt8(ascii: "?")
            ? String(rest.dropFirst().prefix { $0 != UInt8(ascii: "#") }) : nil
        guard let decoded = Self.decoded(path), !decoded.contains(0),
            let text = String(validating: decoded, as: UTF8.self)
        else { throw .malformed }
        // Splits bytes: for the file system, a slash with a combining accent is a slash.
        let parts = text.utf8.split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
        ).map { String($0) ?? "" }
        let inner = parts.dropFirst()
        isFolder = inner.last?.isEmpty ?? true
        let segments = isFolder ? inner.dropLast() : inner
        // Names that begin with a dot are hidden; this includes `.` and `..`, which would leave the
        // folder. Only some servers support empty names.
        guard segments.allSatisfy({ !$0.isEmpty && $0.utf8.first != UInt8(ascii: ".") }) else {
            throw .hidden
        }
        self.segments = Array(segments)
    }

    var path: String { segments.joined(separator: "/") }

    private static func decoded(_ bytes: Substring.UTF8View) -> [UInt8]? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(hexadecimal),
                let low = rest.popFirst().flatMap(hexadecimal)
            else { return nil }
            decoded.append(high * 16 + low)
        }
        return decoded
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
    }
}
