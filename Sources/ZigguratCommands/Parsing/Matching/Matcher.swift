/// Finds out which parameter each word of a command line belongs to.
struct Matcher {
    private let parameters: [Parameter]
    private let node: CommandNode
    private let arguments: [Int]

    private var tokens: ArraySlice<Token> = []
    private var found: [Parameter.Occurrence] = []
    private var argumentsTaken = 0

    /// A matcher for the parameters of one instance of the command at `node`.
    init(_ declarations: Declarations, of node: CommandNode) {
        self.node = node
        parameters = declarations.parameters
        arguments = parameters.indices.filter { [parameters] in
            parameters[$0].kind == .argument
        }
    }

    /// What was found, in the order of the words; `nil` when these ask for help among bundled
    /// letters.
    mutating func match(
        _ tokens: ArraySlice<Token>
    ) throws(CommandLineError) -> [Parameter.Occurrence]? {
        self.tokens = tokens
        while let token = self.tokens.popFirst() {
            switch token {
            case .terminator: continue
            case .value(let word): try takeArgument(word)
            case .long(let name, let value): try takeLong(name, value)
            case .short(let letters):
                guard try takeShort(letters) else { return nil }
            }
        }
        return found
    }

    // MARK: Arguments

    private mutating func takeArgument(_ word: ArgumentText) throws(CommandLineError) {
        guard argumentsTaken < arguments.count else {
            throw .unexpectedArgument(word, usage: node.usage)
        }
        let index = arguments[argumentsTaken]
        let parameter = parameters[index]
        found.append(
            Parameter.Occurrence(
                parameter: index, spelling: parameter.name, value: word, isInverse: false))
        if !parameter.repeats { argumentsTaken += 1 }
    }

    // MARK: Options

    private mutating func takeLong(
        _ name: String, _ value: ArgumentText?
    ) throws(CommandLineError) {
        let spelling = "--\(name)"
        guard let (index, isInverse) = option(called: name) else { throw unknown(spelling) }
        let parameter = parameters[index]
        if parameter.kind == .flag, let value {
            throw .needlessValue(spelling, value: value)
        }
        let word = try self.value(value, of: spelling, parameter)
        found.append(
            Parameter.Occurrence(
                parameter: index, spelling: spelling, value: word, isInverse: isInverse))
    }

    /// The option or flag of that long name, and whether the name says its opposite.
    private func option(called name: String) -> (index: Int, isInverse: Bool)? {
        if let index = parameters.firstIndex(where: { $0.isCalled(name) }) {
            return (index, false)
        }
        guard name.hasPrefix("no-") else { return nil }
        let opposite = String(name.dropFirst("no-".count))
        return parameters.firstIndex { $0.hasInverse && $0.isCalled(opposite) }
            .map { ($0, true) }
    }

    /// Takes bundled flags, of which the last may be an option with its value behind it.
    /// Says whether the command line goes on: false when a letter asks for help.
    private mutating func takeShort(_ letters: ArgumentText) throws(CommandLineError) -> Bool {
        let word = Token.short(letters).word
        // A long name with one dash is a slip, not an option with a strange value.
        if letters.bytes.count > 1, option(called: letters.text) != nil { throw unknown(word.text) }

        var rest = letters.bytes[...]
        while let letter = Self.popCharacter(&rest) {
            let spelling = "-\(letter)"
            if letter == "h" { return false }
            guard let index = parameters.firstIndex(where: { $0.short.map(String.init) == letter })
            else {
                throw .unknownLetter(spelling, in: word, helpCommand: node.helpCommand)
            }
            let parameter = parameters[index]
            var value: ArgumentText?
            if rest.first == UInt8(ascii: "=") {
                value = ArgumentText(bytes: rest.dropFirst())
                rest = []
                if parameter.kind == .flag, let value {
                    throw .needlessValue(spelling, value: value)
                }
            } else if parameter.needsValue {
                value = rest.isEmpty ? nil : ArgumentText(bytes: rest)
                rest = []
            }
            let given = try self.value(value, of: spelling, parameter)
            found.append(
                Parameter.Occurrence(
                    parameter: index, spelling: spelling, value: given, isInverse: false))
        }
        return true
    }

    /// The value joined to a name, or the next word where an option without one needs it.
    private mutating func value(
        _ joined: ArgumentText?, of spelling: String, _ parameter: Parameter
    ) throws(CommandLineError) -> ArgumentText? {
        if let joined { return joined }
        guard parameter.needsValue else { return nil }
        switch tokens.first {
        case .value(let word):
            tokens.removeFirst()
            return word
        case nil, .terminator:
            throw .missingValue(spelling, label: parameter.valueLabel)
        case let next?:
            throw .missingValue(spelling, label: parameter.valueLabel, before: next.word)
        }
    }

    private func unknown(_ spelling: String) -> CommandLineError {
        let known =
            parameters.filter { $0.kind != .argument }
            .flatMap { $0.spellings.filter { $0.hasPrefix("--") } + $0.inverseSpellings }
            + ["--help"]
        // One dash too few is worth no slip, so that “-tile-size” finds “--tile-size”.
        let wanted = spelling.hasPrefix("--") ? spelling : "-\(spelling)"
        let nearest =
            known.contains(wanted)
            ? wanted
            : Suggestion.nearest(
                to: String(wanted.dropFirst(2)), among: known.map { String($0.dropFirst(2)) }
            ).map { "--\($0)" }
        return .unknownOption(spelling, suggestion: nearest, helpCommand: node.helpCommand)
    }

    /// Takes one character off bytes, or one byte where they are not UTF-8.
    private static func popCharacter(_ bytes: inout ArraySlice<UInt8>) -> String? {
        guard let byte = bytes.first else { return nil }
        guard byte >= 0x80 else {
            bytes.removeFirst()
            return ArgumentText(bytes: [byte]).escaped
        }
        let rest = ArgumentText(bytes: bytes)
        guard let text = rest.exactText, let character = text.first else {
            bytes.removeFirst()
            return ArgumentText(bytes: [byte]).escaped
        }
        bytes = bytes.dropFirst(String(character).utf8.count)
        return String(character)
    }
}
