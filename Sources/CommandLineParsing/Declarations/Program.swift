/// A program that parses command lines into commands.
///
/// The syntax of words gives tokens (``Token``). Tokens are assigned to the parameters of a command
/// (``Matcher``), and their values are stored in the command's properties. The program neither
/// prints nor runs anything.
package struct Program: Sendable {
    let configuration: CommandConfiguration
    let commands: [CommandEntry]
    /// The command groups, with their help. A group's name is the first word of its commands'
    /// names.
    let groups: [CommandConfiguration]
    let version: String
    let files: ArgumentFile?
    /// The name of an environment variable with options for every command.
    package let variable: String?

    /// - Parameters:
    ///   - groups: the command groups with their help, such as `shard` for `shard plan`.
    ///   - files: a reader of argument files; `nil` if `@FILE` has no special meaning.
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
    /// All examples in the program's help.
    package var examples: [CommandConfiguration.Example] {
        configuration.examples + commands.flatMap(\.configuration.examples)
    }
    /// All help texts of arguments, options and flags, with the names of their commands.
    package var parameterHelp: [(command: String, parameter: String, help: String)] {
        commands.flatMap { command in
            command.declarations.parameters.map { (command.name, $0.title, $0.help) }
        }
    }

    var helpCommand: String { "\(name) help" }

    /// Returns the commands of a group; all commands if the group is `nil`.
    func commands(of group: CommandConfiguration?) -> [CommandEntry] {
        guard let group else { return commands }
        return commands.filter { $0.name.hasPrefix(group.name + " ") }
    }

    /// The first words of the commands, in the order of the commands.
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
