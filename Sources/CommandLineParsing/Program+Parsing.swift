extension Program {
    /// The request that a command line makes.
    package enum Request: Sendable {
        /// Run a command, whose properties have their values.
        case run(any ParsableCommand, GivenOptions)
        /// Print a text that ends with a newline: help or the version.
        case print(String)
    }

    /// Parses a command line without the program's name.
    ///
    /// - Parameters:
    ///   - width: the number of columns for help.
    ///   - defaults: the value of the environment variable with options.
    package func parse(
        _ words: [ArgumentText], width: Int = 80, defaults: ArgumentText? = nil
    ) throws(CommandLineError) -> Request {
        if words.first?.text == Self.completionRequest, words.count > 1,
            let shell = CompletionShell(argument: words[1].text)
        {
            let answer = CompletionAnswer(
                to: words.dropFirst(2).map(\.text), of: self, splitsAtEquals: shell == .bash)
            return .print(answer.lines(for: shell).map { $0 + "\n" }.joined())
        }
        let inFile = try words.first.flatMap { first throws(CommandLineError) in
            try files?.arguments(of: first)
        }
        let tokens = Token.lex(inFile.map { $0 + words.dropFirst() } ?? words)
        var help = tokens.compactMap(\.helpPage).max()
        var rest = tokens[...]
        var group: CommandConfiguration?
        while let token = rest.popFirst() {
            switch token {
            case .value("help"): help = help ?? .brief
            case .value(let word) where group == nil && self.group(named: word.text) != nil:
                group = self.group(named: word.text)
            case .value(let word):
                let command = try command(word, of: group)
                if let help { return .print(HelpPage.page(of: command, help, width: width)) }
                return try parse(rest, of: command, optionsVariable(defaults), width: width)
            case .long(name: "version", value: nil):
                if help == nil { return .print("\(name) \(version)\n") }
            case .long(name: "format", let value) where help != nil:
                var word = value
                if word == nil, case .value(let next)? = rest.first { word = next }
                return .print(try reference(word))
            case _ where token.helpPage != nil: continue
            case .terminator: continue
            case .long, .short: throw misplaced(token)
            }
        }
        return .print(
            HelpPage.page(of: self, group, isBrief: group == nil && help == nil, width: width))
    }

    /// Parses a command line whose words are UTF-8.
    package func parse(_ words: [String], width: Int = 80) throws(CommandLineError) -> Request {
        try parse(words.map { ArgumentText($0) }, width: width)
    }

    private func parse(
        _ tokens: ArraySlice<Token>, of entry: CommandEntry, _ variable: OptionsVariable?,
        width: Int
    ) throws(CommandLineError) -> Request {
        let command = entry.type.init()
        let declarations = Declarations(of: command)
        var matcher = Matcher(declarations, of: entry, files: files)
        guard var found = try matcher.match(tokens) else {
            return .print(HelpPage.page(of: entry, .brief, width: width))
        }
        let defaults = try variable?.occurrences(for: declarations, among: commands) ?? []
        found = declarations.adding(defaults, to: found)
        try declarations.accept(found, of: entry)
        return .run(command, GivenOptions(parameters: declarations.parameters, found: found))
    }

    private func optionsVariable(_ value: ArgumentText?) -> OptionsVariable? {
        variable.flatMap { name in value.map { OptionsVariable(name: name, value: $0) } }
    }

    private func reference(_ word: ArgumentText?) throws(CommandLineError) -> String {
        guard let word, let format = Reference.Format(rawValue: word.text) else {
            throw .unknownFormat(word, Reference.Format.allCases.map(\.rawValue))
        }
        return Reference(of: self).text(as: format)
    }

    private func command(
        _ word: ArgumentText, of group: CommandConfiguration?
    ) throws(CommandLineError) -> CommandEntry {
        let prefix = group.map { "\($0.name) " } ?? ""
        guard let command = commands.first(where: { $0.name == prefix + word.text }) else {
            throw .unknownCommand(
                word, among: commands(of: group).map { String($0.name.dropFirst(prefix.count)) },
                helpCommand: group.map { "\(helpCommand) \($0.name)" } ?? helpCommand)
        }
        return command
    }

    /// Returns the error for an option where a command is expected.
    private func misplaced(_ token: Token) -> CommandLineError {
        let spelling =
            if case .long(let name, _) = token { "--\(name)" } else { token.word.escaped }
        let belongsToCommand = commands.contains { command in
            command.declarations.options.contains { $0.isNamed(spelling) }
        }
        guard !belongsToCommand else { return .optionBeforeCommand(spelling, program: name) }
        let nearest = Suggestion.nearest(
            to: String(spelling.drop { $0 == "-" }), among: ["help", "version"])
        return .unknownOption(
            spelling, suggestion: nearest.map { "--\($0)" }, helpCommand: helpCommand)
    }
}
