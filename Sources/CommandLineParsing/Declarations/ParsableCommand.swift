/// A command of a program: its name, its help and its parameters.
///
///     struct ExportCommand: ParsableCommand {
///         static let configuration = CommandConfiguration("export", abstract: "Export images")
///         @Argument(valueName: "IMAGE", help: "Image files") var images: [PathArgument]
///     }
package protocol ParsableCommand: ParameterSet {
    static var configuration: CommandConfiguration { get }
}

/// The name and the help texts of a command or a program.
package struct CommandConfiguration: Sendable {
    /// A complete command line, and a note on its effect.
    package struct Example: Sendable {
        package let line: String
        package let note: String

        package init(_ line: String, _ note: String = "") {
            self.line = line
            self.note = note
        }
    }

    /// The word that the user types.
    package let name: String
    /// One line for the list of commands, without a full stop.
    package let abstract: String
    /// The paragraphs of the command's own help.
    package let discussion: [String]
    package let examples: [Example]

    package init(
        _ name: String, abstract: String, discussion: String..., examples: [Example] = []
    ) {
        self.name = name
        self.abstract = abstract
        self.discussion = discussion
        self.examples = examples
    }
}

/// A command as a part of its program, for help, completions and the parser.
struct CommandEntry: Sendable {
    let program: String
    let type: any ParsableCommand.Type

    var configuration: CommandConfiguration { type.configuration }
    var name: String { configuration.name }
    var declarations: Declarations { Declarations(of: type.init()) }

    /// `ziggurat export`
    var call: String { "\(program) \(name)" }
    /// `ziggurat help export`
    var helpCommand: String { "\(program) help \(name)" }

    /// `ziggurat export [OPTIONS] IMAGE…`
    var usage: String {
        let declarations = declarations
        let required = declarations.options.filter(\.isRequired)
        let hasOthers = declarations.options.count > required.count
        return
            ([call] + (hasOthers ? ["[OPTIONS]"] : []) + required.map(\.usage)
            + declarations.arguments.map(\.usage)).joined(separator: " ")
    }
}
