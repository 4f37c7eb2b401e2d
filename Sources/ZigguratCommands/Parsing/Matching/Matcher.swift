/// Finds out which parameter each word of a command line belongs to.
struct Matcher {
    private let parameters: [Parameter]
    private let node: CommandNode
    private let names: [String: (index: Int, isInverse: Bool)]
    private let arguments: [Int]

    private var tokens: ArraySlice<Token> = []
    private var found: [[Parameter.Occurrence]]
    private var argumentsTaken = 0

    /// A matcher for the parameters of one instance of the command at `node`.
    init(_ declarations: Declarations, of node: CommandNode) {
        self.node = node
        parameters = declarations.parameters
        var names: [String: (index: Int, isInverse: Bool)] = [:]
        for (index, parameter) in parameters.enumerated() {
            for spelling in parameter.spellings { names[spelling] = (index, false) }
            for spelling in parameter.inverseSpellings { names[spelling] = (index, true) }
        }
        self.names = names
        arguments = parameters.indices.filter { [parameters] in
            parameters[$0].kind == .argument
        }
        found = Array(repeating: [], count: parameters.count)
    }

    /// What was found of each parameter, in the order of the declarations; `nil` when the words
    /// ask for help among bundled letters.
    mutating func match(
        _ tokens: ArraySlice<Token>
    ) throws(CommandLineError) -> [[Parameter.Occurrence]]? {
        self.tokens = tokens
        while let token = self.tokens.popFirst() {
            switch token {
            case .terminator: continue
            case .value(let word): try takeArgument(word)
            case .long(let name, let value): try takeLong("--\(name)", value)
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
        found[index].append(
            Parameter.Occurrence(spelling: parameter.name, value: word, isInverse: false))
        if !parameter.repeats { argumentsTaken += 1 }
    }

    // MARK: Options

    private mutating func takeLong(
        _ spelling: String, _ value: ArgumentText?
    ) throws(CommandLineError) {
        guard let (index, isInverse) = names[spelling] else { throw unknown(spelling) }
        let parameter = parameters[index]
        if parameter.kind == .flag, let value {
            throw .needlessValue(spelling, value: value)
        }
        let word = try self.value(value, of: spelling, parameter)
        found[index].append(
            Parameter.Occurrence(spelling: spelling, value: word, isInverse: isInverse))
    }

    /// Takes bundled flags, of which the last may be an option with its value behind it.
    /// Says whether the command line goes on: false when a letter asks for help.
    private mutating func takeShort(_ letters: ArgumentText) throws(CommandLineError) -> Bool {
        let word = Token.short(letters).word
        // A long name with one dash is a slip, not an option with a strange value.
        if letters.bytes.count > 1, names["--\(letters.text)"] != nil { throw unknown(word.text) }

        var rest = letters.bytes[...]
        while let letter = Self.popCharacter(&rest) {
            let spelling = "-\(letter)"
            if letter == "h" { return false }
            guard let (index, isInverse) = names[spelling] else {
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
            } else if parameter.kind == .option, parameter.value?.isOptional != true {
                value = rest.isEmpty ? nil : ArgumentText(bytes: rest)
                rest = []
            }
            let given = try self.value(value, of: spelling, parameter)
            found[index].append(
                Parameter.Occurrence(spelling: spelling, value: given, isInverse: isInverse))
        }
        return true
    }

    /// The value joined to a name, or the next word where an option without one needs it.
    private mutating func value(
        _ joined: ArgumentText?, of spelling: String, _ parameter: Parameter
    ) throws(CommandLineError) -> ArgumentText? {
        if let joined { return joined }
        guard parameter.kind == .option, parameter.value?.isOptional != true else { return nil }
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
