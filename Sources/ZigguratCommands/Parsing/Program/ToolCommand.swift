internal import ZigguratKit

/// A command of the program: what it declares, how it presents itself, and what it does.
protocol ToolCommand: ParameterSet {
    static var configuration: CommandConfiguration { get }

    /// Does it. An error that is thrown is printed, and decides the exit status.
    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus
}

/// How a command presents itself.
struct CommandConfiguration: Sendable {
    /// A command line that shows something, and what it does.
    struct Example: Sendable {
        let line: String
        let note: String

        init(_ line: String, _ note: String = "") {
            self.line = line
            self.note = note
        }
    }

    /// The word that calls it.
    let name: String
    /// One line for lists of commands, with a capital and without a full stop.
    let abstract: String
    /// What its own help says further. An empty line parts paragraphs, which are wrapped; lines
    /// that begin with a space are kept as they are.
    let discussion: String
    /// Whole command lines, with the program's name.
    let examples: [Example]
    /// Commands that follow its name. A command that has some declares no parameters itself.
    let subcommands: [any ToolCommand.Type]

    init(
        _ name: String, abstract: String, discussion: String = "", examples: [Example] = [],
        subcommands: [any ToolCommand.Type] = []
    ) {
        self.name = name
        self.abstract = abstract
        self.discussion = discussion
        self.examples = examples
        self.subcommands = subcommands
    }
}
