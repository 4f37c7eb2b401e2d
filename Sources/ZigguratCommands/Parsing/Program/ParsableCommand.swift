/// A command: what it declares, and how it presents itself.
///
/// The parser decodes commands and does not run them. A program refines this protocol with what
/// running means to it:
///
///     protocol ProductCommand: ParsableCommand {
///         mutating func run(in context: ProductContext) async throws -> ExitStatus
///     }
protocol ParsableCommand: ParameterSet {
    static var configuration: CommandConfiguration { get }
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
    let subcommands: [any ParsableCommand.Type]

    init(
        _ name: String, abstract: String, discussion: String = "", examples: [Example] = [],
        subcommands: [any ParsableCommand.Type] = []
    ) {
        self.name = name
        self.abstract = abstract
        self.discussion = discussion
        self.examples = examples
        self.subcommands = subcommands
    }
}
