/// A program with commands, which turns the words of a command line into one of them.
///
/// Words become tokens by their looks (``Token``), tokens are matched with the parameters of a
/// command (``Matcher``), and their values are stored in the command's properties. The program
/// prints nothing and runs nothing.
package struct Program: Sendable {
    let configuration: CommandConfiguration
    let commands: [CommandEntry]
    /// The command groups: the first words of two-word commands, and their help.
    let groups: [CommandConfiguration]
    let version: String
    private let files: ArgumentFile?
    /// The name of the environment variable with options.
    package let variable: String?

    /// - Parameters:
    ///   - groups: the command groups, such as `shard` of `shard plan`, and their help.
    ///   - files: reads argument files; `nil` if `@FILE` has no meaning.
    ///   - variable: the name of an environment variable with options for every command.
    package init(
        _ configuration: CommandConfiguration, commands: [any ParsableCommand.Type],
        groups: [CommandConfiguration] = [], version: String, files: ArgumentFile? = nil,
        variable: String? = nil
    ) {
        self.files = files
        self.variable = variable
        self.configuration = configuration
        self.commands = commands.map { CommandEntry(program: configuration.name, type: $0) }
        self.groups = groups
        self.version = version
    }

    package var name: String { configuration.name }
    package var commandNames: [String] { commands.map(\.name) }
    /// Every example in the program's help.
    package var examples: [CommandConfiguration.Example] {
        configuration.examples + commands.flatMap(\.configuration.examples)
    }
    /// Every help text of an argument, an option or a flag, with the name of its command.
    package var parameterHelp: [(command: String, parameter: String, help: String)] {
        commands.flatMap { command in
            command.declarations.parameters.map { (command.name, $0.title, $0.help) }
        }
    }

    var helpCommand: String { "\(name) help" }

    /// What a command line asks for.
    package enum Request: Sendable {
        /// To run a command; its properties have their values.
        case run(any ParsableCommand, GivenOptions)
        /// To print a text that ends with a newline: help or the version.
        case print(String)
    }

    /// Parses the words after the program's name.
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

    /// Returns the commands of a group; all commands for `nil`.
    func commands(of group: CommandConfiguration?) -> [CommandEntry] {
        guard let group else { return commands }
        return commands.filter { $0.name.hasPrefix(group.name + " ") }
    }

    /// The words that begin a command, in the order of the commands.
    var firstWords: [CommandConfiguration] {
        commands.reduce(into: []) { words, command in
            let first = groups.first { command.name.hasPrefix($0.name + " ") }
            if first == nil || words.last?.name != first?.name {
                words.append(first ?? command.configuration)
            }
        }
    }

    func group(named name: String) -> CommandConfiguration? { groups.first { $0.name == name } }

    /// Parses words that are known to be UTF-8.
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

    /// The error for an option where a command is expected.
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
