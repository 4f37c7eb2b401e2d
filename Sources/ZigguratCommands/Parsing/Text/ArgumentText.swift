/// One word of a command line, byte for byte.
///
/// A file name on Linux is any run of bytes, and a `String` cannot hold those that are not UTF-8.
/// The parser therefore works on bytes from the process's arguments to the decoded value.
/// Only `PathArgument` asks for the bytes; every other value reads `text`.
struct ArgumentText: Sendable, Hashable {
    let bytes: [UInt8]

    init(bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// The word as text. Bytes that are not UTF-8 become U+FFFD.
    var text: String {
        String(decoding: bytes, as: UTF8.self)
    }

    /// The word as text, or `nil` when it is not UTF-8.
    var exactText: String? {
        let text = text
        return text.utf8.elementsEqual(bytes) ? text : nil
    }

    /// The word between quotation marks, on one line whatever it holds: control characters and
    /// bytes that are not UTF-8 appear as escapes.
    var quoted: String {
        "“\(escaped)”"
    }

    /// The word without quotation marks, escaped as in `quoted`.
    var escaped: String {
        // Nearly every word there is.
        if bytes.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
        guard let text = exactText else {
            return bytes.map(Self.escape).joined()
        }
        return text.unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .format:
                Self.escape(scalar)
            default: String(scalar)
            }
        }.joined()
    }

    private static func escape(_ byte: UInt8) -> String {
        (0x20..<0x7F).contains(byte)
            ? String(Unicode.Scalar(byte))
            : "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        }
    }
}

extension ArgumentText: ExpressibleByStringLiteral {
    init(stringLiteral text: String) {
        self.init(text)
    }
}
