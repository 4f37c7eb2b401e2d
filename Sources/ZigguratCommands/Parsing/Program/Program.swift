/// A program: its commands, and the way from the words of a command line to one of them.
///
///     static let program = Program(
///         CommandConfiguration(
///             "ziggurat", abstract: "…", subcommands: [Export.self, Plan.self]),
///         version: "1.0.0")
///
/// A command line goes through four stages. Words become tokens by their looks (`Token`); tokens
/// lead to a command (`CommandNode`) and are matched with what it declares (`Matcher`); what was
/// found is decoded into its properties (`Decoder`).
///
/// It prints nothing, ends nothing and runs nothing.
struct Program: Sendable {
    let root: CommandNode
    let version: String

    /// Declares a program. That its commands and parameters fit together is checked in debug
    /// builds; `declarationProblems` says so to a test.
    init(_ configuration: CommandConfiguration, version: String) {
        root = CommandNode(program: configuration)
        self.version = version
        assert(declarationProblems.isEmpty, declarationProblems.joined(separator: "\n"))
    }

    /// What does not fit together in the declarations; empty when all is well.
    var declarationProblems: [String] {
        DeclarationCheck.problems(below: root)
    }

    /// What a command line asks for.
    enum Request: Sendable {
        /// To run a command, which has its values.
        case run(any ToolCommand)
        /// To print this text on standard output and be done: help or the version. It ends with
        /// a newline.
        case print(String)
    }

    /// Reads the words after the program's name.
    ///
    /// - Parameter width: how many columns help may have.
    func parse(
        _ words: [ArgumentText], width: Int = 80
    ) throws(CommandLineError) -> Request {
        let tokens = Token.lex(words)
        let wantsHelp = tokens.contains(where: \.asksForHelp)
        var node = root
        var rest = tokens[...]
        while !node.children.isEmpty, let token = rest.popFirst() {
            switch token {
            case .value("help") where node.type == nil:
                return .print(try help(on: rest, width: width))
            case .value(let word):
                node = try child(of: node, word)
            case .long(name: "version", value: nil) where node.type == nil:
                if !wantsHelp { return .print("\(root.name) \(version)\n") }
            case _ where token.asksForHelp: continue
            case .terminator: continue
            case .long, .short: throw misplaced(token, at: node)
            }
        }
        if wantsHelp { return .print(HelpPage.full(of: node, width: width)) }
        guard node.children.isEmpty, let type = node.type else {
            return .print(HelpPage.brief(of: node, width: width))
        }
        let command = type.init()
        let declarations = Declarations(of: command)
        var matcher = Matcher(declarations, of: node)
        guard let found = try matcher.match(rest) else {
            return .print(HelpPage.full(of: node, width: width))
        }
        try Decoder.decode(found, into: declarations, of: node)
        return .run(command)
    }

    /// Reads words that are known to be text.
    func parse(_ words: [String], width: Int = 80) throws(CommandLineError) -> Request {
        try parse(words.map { ArgumentText($0) }, width: width)
    }

    /// A script that teaches a shell to complete this program's command lines.
    func completionScript(for shell: CompletionShell) -> String {
        shell.script(for: root)
    }

    /// Help on the command that the words after `help` name.
    private func help(
        on tokens: ArraySlice<Token>, width: Int
    ) throws(CommandLineError) -> String {
        var node = root
        for token in tokens {
            switch token {
            case .value(let word): node = try child(of: node, word)
            case .terminator: continue
            case .long, .short:
                if !token.asksForHelp { throw misplaced(token, at: node) }
            }
        }
        return HelpPage.full(of: node, width: width)
    }

    private func child(
        of node: CommandNode, _ word: ArgumentText
    ) throws(CommandLineError) -> CommandNode {
        guard !node.children.isEmpty else {
            throw .unexpectedArgument(word, usage: node.helpCommand)
        }
        guard let child = node.child(word.text) else {
            throw .unknownCommand(word, among: node.children.map(\.name))
        }
        return child
    }

    /// What to say of an option where a command was expected.
    private func misplaced(_ token: Token, at node: CommandNode) -> CommandLineError {
        let spelling: String =
            switch token {
            case .long(let name, _): "--\(name)"
            case _: token.word.escaped
            }
        let belongsToCommand = node.all.contains { node in
            node.declarations?.options.contains {
                $0.spellings.contains(spelling) || $0.inverseSpellings.contains(spelling)
            } == true
        }
        guard !belongsToCommand else { return .optionBeforeCommand(spelling, program: node.call) }
        let nearest = Suggestion.nearest(
            to: String(spelling.drop { $0 == "-" }), among: ["help", "version"])
        return .unknownOption(
            spelling, suggestion: nearest.map { "--\($0)" }, helpCommand: root.helpCommand)
    }
}
