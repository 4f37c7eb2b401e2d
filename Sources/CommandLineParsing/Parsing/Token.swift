/// One word of a command line by its looks alone.
enum Token: Sendable, Equatable {
    /// `--name` or `--name=value`.
    case long(name: String, value: ArgumentText?)
    /// A dash and one letter or more, without the dash: `-l`, `-nv`, `-ldzi`.
    case short(ArgumentText)
    /// Any other word: a dash alone, a negative number, everything after `--`.
    case value(ArgumentText)
    /// `--` alone: the following words are values.
    case terminator

    static func lex(_ words: [ArgumentText]) -> [Token] {
        let end = words.firstIndex(of: "--") ?? words.endIndex
        return words.enumerated().map { $0 <= end ? Token($1) : .value($1) }
    }

    private init(_ word: ArgumentText) {
        let dash = UInt8(ascii: "-")
        let bytes = word.bytes
        guard bytes.count > 1, bytes[0] == dash, !Self.isNegativeNumber(bytes) else {
            self = .value(word)
            return
        }
        guard bytes[1] == dash else {
            self = .short(ArgumentText(bytes: bytes.dropFirst()))
            return
        }
        let rest = bytes.dropFirst(2)
        guard !rest.isEmpty else {
            self = .terminator
            return
        }
        let name = rest.prefix { $0 != UInt8(ascii: "=") }
        let value = rest.dropFirst(name.count)
        self = .long(
            name: ArgumentText(bytes: name).escaped,
            value: value.isEmpty ? nil : ArgumentText(bytes: value.dropFirst()))
    }

    /// `-5`, `-.5`: options do not begin with a digit.
    private static func isNegativeNumber(_ bytes: [UInt8]) -> Bool {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return digits.contains(bytes[1])
            || (bytes.count > 2 && bytes[1] == UInt8(ascii: ".") && digits.contains(bytes[2]))
    }

    /// The original word.
    var word: ArgumentText {
        switch self {
        case .long(let name, nil): ArgumentText("--\(name)")
        case .long(let name, let value?):
            ArgumentText(bytes: Array("--\(name)=".utf8) + value.bytes)
        case .short(let letters): ArgumentText(bytes: Array("-".utf8) + letters.bytes)
        case .value(let word): word
        case .terminator: "--"
        }
    }

    var asksForHelp: Bool {
        self == .long(name: "help", value: nil) || self == .short("h")
    }
}
