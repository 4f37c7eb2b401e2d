/// The answer to a completion script: the words that are allowed at the cursor.
struct CompletionAnswer {
    /// An offered word, and its description for zsh and fish.
    struct Offer {
        let word: String
        var description = ""
    }

    private var completion = Completion.nothing
    /// The part of the word at the cursor that stays unchanged, such as `--layout=dzi,`.
    private(set) var prefix = ""
    /// The part of the word at the cursor to complete.
    private(set) var word: String
    private var offers: [Offer] = []

    private init(_ word: String) {
        self.word = word
    }

    /// Returns the lines that the script reads: the kind, the prefix, the word, and the offers that
    /// begin with the word.
    func lines(for shell: CompletionShell) -> [String] {
        let kind =
            switch completion {
            case .nothing, .words, .found: "word"
            case .list: "list"
            case .files: "file"
            case .folders: "directory"
            }
        let matches = offers.filter { $0.word.hasPrefix(word) }
        return [kind, prefix, word]
            + matches.map { offer in
                if shell == .bash || offer.description.isEmpty { return offer.word }
                guard shell == .zsh else { return offer.word + "\t" + offer.description }
                return offer.word.split(separator: ":", omittingEmptySubsequences: false)
                    .joined(separator: "\\:") + ":" + offer.description
            }
    }
}

extension CompletionAnswer {
    /// Completes the last word of a command line without the program's name.
    ///
    /// - Parameter splitsAtEquals: whether the shell passes `--layout=dzi` as three words, like
    ///   bash.
    init(to words: [String], of program: Program, splitsAtEquals: Bool) {
        var words = words
        if splitsAtEquals {
            words = words.reduce(into: []) { joined, word in
                if let last = joined.last, last.hasPrefix("--"), word == "=" || last.hasSuffix("=")
                {
                    joined[joined.count - 1] += word
                } else {
                    joined.append(word)
                }
            }
        }
        self.init(words.last ?? "")
        var tokens = Token.lex(words.dropLast().map { ArgumentText($0) })[...]
        var first: String?
        while first == nil, let token = tokens.popFirst() {
            if case .value(let word) = token { first = word.text }
        }
        let asksForHelp = first == "help"
        if asksForHelp, case .value(let word)? = tokens.popFirst() { first = word.text }
        let group = first.flatMap(program.group)
        if let group, case .value(let word)? = tokens.popFirst() {
            first = "\(group.name) \(word.text)"
        }
        let commands = program.firstWords.map { Offer(word: $0.name, description: $0.abstract) }
        if !asksForHelp, let entry = program.commands.first(where: { $0.name == first }) {
            complete(after: tokens, of: entry.declarations)
        } else if let group, first == group.name {
            offers = program.commands(of: group).map {
                Offer(
                    word: String($0.name.dropFirst(group.name.count + 1)),
                    description: $0.configuration.abstract)
            }
        } else if asksForHelp {
            offers = first == "help" ? commands : []
        } else if first == nil {
            offers =
                word.hasPrefix("-")
                ? Self.help + [Offer(word: "--version", description: "Print the version")]
                : commands + [Offer(word: "help", description: "Explain a command")]
        }
    }

    private static let help = ["--help", "-h"].map { Offer(word: $0, description: "Print help") }

    /// Completes an option or an argument of a command after the tokens of earlier words.
    private mutating func complete(after tokens: ArraySlice<Token>, of declarations: Declarations) {
        var pending: Parameter?
        var given: Set<String> = []
        var values: [String: String] = [:]
        var argumentCount = 0
        for token in tokens {
            if pending == nil, case .value = token { argumentCount += 1 }
            if let pending { values[pending.title] = token.word.text }
            let option = pending == nil ? token.spelling.flatMap(declarations.option) : nil
            if let option, !option.repeats { given.insert(option.title) }
            if let option, case .long(_, let value?) = token { values[option.title] = value.text }
            pending =
                if case .long(_, _?) = token { nil } else {
                    option?.needsValue == true ? option : nil
                }
        }
        let optionValue: WordFinder.OptionValue = { option in
            values[option] ?? declarations.option(option)?.defaultText
        }
        if let pending {
            complete(pending, optionValue)
        } else if tokens.contains(.terminator) || !word.hasPrefix("-") {
            let arguments = declarations.arguments
            let isLast = argumentCount >= arguments.count
            if let argument = isLast ? arguments.last : arguments[argumentCount],
                !isLast || argument.repeats
            {
                complete(argument, optionValue)
            }
        } else if let (option, value) = joinedOption(of: declarations) {
            keep(before: value)
            complete(option, optionValue)
        } else {
            let options = declarations.options.filter { !given.contains($0.title) }
            offers =
                Self.help
                + options.flatMap { option in
                    option.spellings.map { Offer(word: $0, description: option.help) }
                }
        }
    }

    private mutating func complete(_ parameter: Parameter, _ value: WordFinder.OptionValue) {
        complete(parameter.value?.completion ?? .nothing, value)
    }

    private mutating func complete(_ completion: Completion, _ value: WordFinder.OptionValue) {
        self.completion = completion
        switch completion {
        case .nothing, .files, .folders: break
        case .words(let choices): offers = choices.map { Offer(word: $0) }
        case .list(let choices):
            let given = word.split(separator: ",", omittingEmptySubsequences: false).dropLast()
            offers = choices.filter { !given.contains($0[...]) }.map { Offer(word: $0) }
            if let last = word.lastIndex(of: ",") { keep(before: word.index(after: last)) }
        case .found(let finder, let besides):
            complete(besides, value)
            offers += finder.words(value).map { Offer(word: $0) }
        }
    }

    /// Returns the option to which the word joins a value, as in `--layout=dzi` and `-ldzi`, and
    /// the start of the value.
    private func joinedOption(of declarations: Declarations) -> (Parameter, String.Index)? {
        if word.hasPrefix("--") {
            guard let equals = word.firstIndex(of: "=") else { return nil }
            return declarations.option(String(word[..<equals])).map {
                ($0, word.index(after: equals))
            }
        }
        let name = word.prefix(2)
        guard word.count > 2, let option = declarations.option(String(name)), option.needsValue
        else { return nil }
        return (option, name.endIndex)
    }

    /// Moves the start of ``word`` to the end of ``prefix``.
    private mutating func keep(before index: String.Index) {
        prefix += word[..<index]
        word = String(word[index...])
    }
}
