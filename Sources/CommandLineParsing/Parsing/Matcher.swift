/// The assignment of a command line's words to parameters.
struct Matcher {
    private let parameters: [Parameter]
    private let command: CommandEntry
    private let arguments: [Int]

    private var tokens: ArraySlice<Token> = []
    private var found: [Parameter.Occurrence] = []
    private var argumentsTaken = 0
    /// The reader of argument files; `nil` after `--`.
    private var files: ArgumentFile?
    /// The number of tokens that follow the tokens of an argument file.
    private var tokensAfterFile = Int.max

    init(_ declarations: Declarations, of command: CommandEntry, files: ArgumentFile?) {
        self.command = command
        self.files = files
        parameters = declarations.parameters
        arguments = parameters.indices.filter { [parameters] in
            parameters[$0].kind == .argument
        }
    }

    /// Returns the parameters found, in the order of the words; `nil` if bundled letters such as
    /// `-nh`, or an argument file, request help.
    mutating func match(
        _ tokens: ArraySlice<Token>
    ) throws(CommandLineError) -> [Parameter.Occurrence]? {
        self.tokens = tokens
        while let token = self.tokens.popFirst() {
            switch token {
            case .terminator: files = nil
            case .value(let word):
                if try !expand(word) { try takeArgument(word) }
            case _ where token.helpPage != nil: return nil
            case .long(let name, let value): try takeLong("--\(name)", value)
            case .short(let letters):
                guard try takeShort(letters) else { return nil }
            }
        }
        return found
    }

    /// Replaces a word with the arguments in the file that the word names.
    ///
    /// - Returns: whether the word names a file.
    private mutating func expand(_ word: ArgumentText) throws(CommandLineError) -> Bool {
        guard tokens.count < tokensAfterFile, let words = try files?.arguments(of: word) else {
            return false
        }
        tokensAfterFile = tokens.count
        tokens = Token.lex(words) + tokens
        return true
    }

    private mutating func takeArgument(_ word: ArgumentText) throws(CommandLineError) {
        guard argumentsTaken < arguments.count else {
            throw .unexpectedArgument(word, usage: command.usage)
        }
        let index = arguments[argumentsTaken]
        let parameter = parameters[index]
        found.append(
            Parameter.Occurrence(parameter: index, spelling: parameter.name, value: word))
        if !parameter.repeats { argumentsTaken += 1 }
    }

    private mutating func takeLong(
        _ spelling: String, _ value: ArgumentText?
    ) throws(CommandLineError) {
        guard
            let index = parameters.firstIndex(where: { $0.isNamed(spelling) })
                ?? parameters.firstIndex(where: { $0.matches(spelling) })
        else { throw unknown(spelling) }
        try take(index, spelling, value)
    }

    /// Reads bundled flags. The last letter may be an option with its value.
    ///
    /// - Returns: `false` if a letter requests help, so that parsing ends.
    private mutating func takeShort(_ letters: ArgumentText) throws(CommandLineError) -> Bool {
        let word = Token.short(letters).word
        // `-layout` is a typing error for `--layout`, not `-l` with the value `ayout`.
        if letters.text.count > 1, parameters.contains(where: { $0.title == "-\(word.text)" }) {
            throw unknown(word.text)
        }
        var rest = letters.text[...]
        while let letter = rest.popFirst() {
            if letter == "h" { return false }
            let spelling = "-\(ArgumentText(String(letter)).escaped)"
            guard let index = parameters.firstIndex(where: { $0.short == letter }) else {
                throw word.text.contains(".")
                    ? .optionLikeFile(spelling, in: word)
                    : .unknownOption(spelling, in: word, helpCommand: command.helpCommand)
            }
            var value: ArgumentText?
            if rest.first == "=" || (parameters[index].needsValue && !rest.isEmpty) {
                value = letters.part(rest.first == "=" ? rest.dropFirst() : rest)
                rest = ""
            }
            try take(index, spelling, value)
        }
        return true
    }

    /// Records an option or a flag with its joined value. If an option needs a value and has none
    /// joined, the next word is the value.
    private mutating func take(
        _ index: Int, _ spelling: String, _ joined: ArgumentText?
    ) throws(CommandLineError) {
        let parameter = parameters[index]
        if parameter.kind == .flag, let joined {
            throw .needlessValue(spelling, value: joined)
        }
        var value = joined
        if value == nil, case .value(let next)? = tokens.first, parameter.accepts(next) {
            throw .separateValue(spelling, value: next)
        }
        if value == nil, parameter.needsValue {
            let label = parameter.valueLabel
            switch tokens.popFirst() {
            case .value(let word): value = word
            case nil, .terminator: throw .missingValue(spelling, label: label)
            case let next?: throw .missingValue(spelling, label: label, before: next.word)
            }
        }
        found.append(Parameter.Occurrence(parameter: index, spelling: spelling, value: value))
    }

    private func unknown(_ spelling: String) -> CommandLineError {
        let known = parameters.filter { $0.kind != .argument }.map(\.name) + ["help"]
        let wanted = String(spelling.drop { $0 == "-" })
        let nearest =
            known.contains(wanted) ? wanted : Suggestion.nearest(to: wanted, among: known)
        return .unknownOption(
            spelling, suggestion: nearest.map { "--\($0)" }, helpCommand: command.helpCommand)
    }
}
