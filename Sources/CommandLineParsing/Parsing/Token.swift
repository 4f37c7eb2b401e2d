/// One word of a command line, classified by its syntax alone.
enum Token: Sendable, Equatable {
    /// `--name` or `--name=value`.
    case long(name: String, value: ArgumentText?)
    /// A dash and one or more letters, stored without the dash: `-l`, `-nv`, `-ldzi`.
    case short(ArgumentText)
    /// Any other word: a dash alone, a negative number, or a word after `--`.
    case value(ArgumentText)
    /// The word `--`: all words after it are values.
    case terminator

    static func lex(_ words: [ArgumentText]) -> [Token] {
        let end = words.firstIndex(of: "--") ?? words.endIndex
        return words.enumerated().map { $0 <= end ? Token($1) : .value($1) }
    }

    init(_ word: ArgumentText) {
        let text = word.text
        let afterDash = text.dropFirst()
        if text == "--" {
            self = .terminator
        } else if text.hasPrefix("--") {
            let parts = text.dropFirst(2)
                .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            self = .long(
                name: word.part(parts[0]).escaped,
                value: parts.count > 1 ? word.part(parts[1]) : nil)
        } else if text.hasPrefix("-"), let first = afterDash.first,
            // `-5` and `-.5` are numbers, because options do not begin with a digit.
            !Self.isDigit(first),
            !(first == "." && afterDash.dropFirst().first.map(Self.isDigit) == true)
        {
            self = .short(word.part(afterDash))
        } else {
            self = .value(word)
        }
    }

    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

    /// The original word.
    var word: ArgumentText {
        switch self {
        case .long(let name, nil): ArgumentText("--\(name)")
        case .long(let name, let value?): value.part("--\(name)=\(value.text)")
        case .short(let letters): letters.part("-\(letters.text)")
        case .value(let word): word
        case .terminator: "--"
        }
    }

    /// The option's name as the user typed it: `--layout`, `-l`; `nil` for values.
    var spelling: String? {
        switch self {
        case .long(let name, _): "--\(name)"
        case .short(let letters): "-\(letters.text)"
        case .value, .terminator: nil
        }
    }

    /// The help page that the word requests; `nil` for other words.
    var helpPage: HelpPage.Extent? {
        switch self {
        case .long(name: "help", value: nil), .short("h"): .brief
        case .long(name: "help-all", value: nil): .all
        default: nil
        }
    }
}
