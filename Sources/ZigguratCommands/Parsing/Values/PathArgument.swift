/// The name of a file or folder, byte for byte as it was given.
struct PathArgument: CommandValue, Hashable {
    let raw: ArgumentText

    /// Reads any name but the empty one and one with a zero byte, which no file has.
    init?(raw: ArgumentText) {
        guard !raw.bytes.isEmpty, !raw.bytes.contains(0) else { return nil }
        self.raw = raw
    }

    init?(argument: String) {
        self.init(raw: ArgumentText(argument))
    }

    /// What the system is given, without a zero at the end.
    var bytes: [UInt8] { raw.bytes }

    /// The name for people. It opens the file too unless `isText` is false.
    var text: String { raw.text }

    /// Whether `text` is the name itself: false where the name is not UTF-8.
    var isText: Bool { raw.exactText != nil }

    /// Whether the name is a dash alone, by which some commands mean standard input or output.
    var isDash: Bool { raw.bytes == Array("-".utf8) }

    var written: String { raw.escaped }
    static var valueName: String? { "PATH" }
    static var expectation: String { "the name of a file or folder" }
    static var completion: ValueCompletion { .files }
}

extension PathArgument: ExpressibleByStringLiteral {
    /// A default that a declaration writes down.
    init(stringLiteral text: String) {
        precondition(!text.isEmpty, "a default path is not empty")
        raw = ArgumentText(text)
    }
}
