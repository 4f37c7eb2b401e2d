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
    let files: ArgumentFile?
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
}
