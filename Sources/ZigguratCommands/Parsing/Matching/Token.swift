/// One word of a command line by its looks alone, before anything is known of declarations.
enum Token: Sendable, Equatable {
    /// `--name` or `--name=value`.
    case long(name: String, value: ArgumentText?)
    /// A dash and one letter or more: `-l`, `-nv`, `-ldzi`. The dash is left out.
    case short(ArgumentText)
    /// Anything else: a word, a dash alone, a negative number, whatever follows `--`.
    case value(ArgumentText)
    /// `--` alone: what follows are values.
    case terminator
}

extension Token {
    /// Reads words one by one. There is no wrong word here: `-x` may be unknown, but it is known
    /// to be meant as an option.
    static func lex(_ words: [ArgumentText]) -> [Token] {
        var tokens: [Token] = []
        var onlyValues = false
        for word in words {
            let token = onlyValues ? .value(word) : Token(word)
            if token == .terminator { onlyValues = true }
            tokens.append(token)
        }
        return tokens
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

    /// `-5`, `-.5`: no option begins with a digit.
    private static func isNegativeNumber(_ bytes: [UInt8]) -> Bool {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        if digits.contains(bytes[1]) { return true }
        return bytes.count > 2 && bytes[1] == UInt8(ascii: ".") && digits.contains(bytes[2])
    }

    /// The word it was.
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

    /// Whether the word asks for help, wherever it stands.
    var asksForHelp: Bool {
        self == .long(name: "help", value: nil) || self == .short("h")
    }
}
