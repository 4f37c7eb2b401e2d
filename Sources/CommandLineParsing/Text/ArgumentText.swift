/// One word of a command line, byte for byte.
///
/// A file name on Linux is a sequence of bytes, and a `String` cannot hold those that are not UTF-8.
/// ``PathArgument`` reads the bytes; other values read the text.
package struct ArgumentText: Sendable, Hashable {
    package let bytes: [UInt8]

    package init(bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }

    package init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// The word as text; bytes that are not UTF-8 become U+FFFD.
    package var text: String {
        String(decoding: bytes, as: UTF8.self)
    }

    /// The word as text; `nil` if it is not UTF-8.
    package var exactText: String? {
        String(validating: bytes, as: UTF8.self)
    }

    /// The word in quotation marks, on one line: control characters and bytes that are not UTF-8
    /// appear as escapes.
    package var quoted: String {
        "“\(escaped)”"
    }

    /// The word as in `quoted`, without quotation marks.
    package var escaped: String {
        guard let text = exactText else { return bytes.map(Self.escape).joined() }
        return text.unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .format: Self.escape(scalar)
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
    package init(stringLiteral text: String) {
        self.init(text)
    }
}

/// The words this process was started with, without the program's own name.
///
/// `CommandLine.arguments` replaces bytes that are not UTF-8, which loses the names of files.
package func processArguments() -> [ArgumentText] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
        // The argument vector does not change while the process runs; each string ends with a zero.
        guard var next = unsafe CommandLine.unsafeArgv[index] else { return nil }
        var bytes: [UInt8] = []
        while case let byte = unsafe UInt8(bitPattern: next.pointee), byte != 0 {
            bytes.append(byte)
            unsafe next += 1
        }
        return ArgumentText(bytes: bytes)
    }
}
