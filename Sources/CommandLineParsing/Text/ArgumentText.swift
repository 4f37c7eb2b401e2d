internal import Glibc

/// One word of a command line.
///
/// On Linux, a file name is a sequence of bytes and is not always UTF-8. A word that is not UTF-8 is
/// kept as text with escapes, only for messages. ``PathArgument`` accepts this word; other types
/// reject the word.
package struct ArgumentText: Sendable, Hashable {
    /// The word. If the word is not UTF-8, bytes outside ASCII are written as `\xE9`.
    package let text: String
    package let isUTF8: Bool

    package init(_ text: some StringProtocol, isUTF8: Bool = true) {
        self.text = String(text)
        self.isUTF8 = isUTF8
    }

    package init(bytes: some Collection<UInt8>) {
        let exact = String(validating: bytes, as: UTF8.self)
        let escaped = bytes.map { byte in
            (0x20..<0x7F).contains(byte)
                ? String(Unicode.Scalar(byte))
                : "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
        self.init(exact ?? escaped.joined(), isUTF8: exact != nil)
    }

    func part(_ text: some StringProtocol) -> ArgumentText { ArgumentText(text, isUTF8: isUTF8) }

    /// The word in quotation marks, on one line. Control characters are escaped.
    package var quoted: String { "“\(escaped)”" }

    /// The word on one line, without quotation marks. Control characters are escaped.
    package var escaped: String {
        text.unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .format:
                switch scalar {
                case "\n": "\\n"
                case "\r": "\\r"
                case "\t": "\\t"
                default: "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
                }
            default: String(scalar)
            }
        }.joined()
    }
}

extension ArgumentText: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) {
        self.init(text)
    }
}

/// Returns the value of an environment variable; `nil` if it is not set.
package func environmentVariable(_ name: String) -> ArgumentText? {
    // No thread of this program changes the environment.
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe ArgumentText(bytes: UnsafeRawBufferPointer(start: value, count: strlen(value)))
}

/// Returns the process's arguments without the program's name.
///
/// `CommandLine.arguments` is not used: it replaces bytes that are not UTF-8, so file names would
/// be lost.
package func processArguments() -> [ArgumentText] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
        // The argument vector does not change while the process runs. Each string ends with a zero
        // byte.
        guard let word = unsafe CommandLine.unsafeArgv[index] else { return nil }
        return unsafe ArgumentText(
            bytes: UnsafeRawBufferPointer(start: word, count: strlen(word)))
    }
}
