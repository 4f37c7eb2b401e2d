/// A command in its place: under the program, or under the command that it is a part of.
struct CommandNode: Sendable {
    /// The words that call it, the program's name first.
    let path: [String]
    let configuration: CommandConfiguration
    /// What decodes it; `nil` for the program itself.
    let type: (any ToolCommand.Type)?
    let children: [CommandNode]

    init(_ type: any ToolCommand.Type, under path: [String]) {
        self.type = type
        configuration = type.configuration
        let path = path + [configuration.name]
        self.path = path
        children = configuration.subcommands.map { CommandNode($0, under: path) }
    }

    /// The program itself.
    init(program configuration: CommandConfiguration) {
        type = nil
        self.configuration = configuration
        let path = [configuration.name]
        self.path = path
        children = configuration.subcommands.map { CommandNode($0, under: path) }
    }

    var name: String { configuration.name }

    /// What it declares. Help and completions read it; decoding makes an instance of its own.
    ///
    /// Declaring takes its time, so it is found when it is asked for: a command line that runs one
    /// command pays for that one alone.
    var declarations: Declarations? { type.map { Declarations(of: $0.init()) } }

    /// Its subcommands, by name.
    func child(_ name: String) -> CommandNode? {
        children.first { $0.name == name }
    }

    /// `ziggurat export`.
    var call: String { path.joined(separator: " ") }

    /// `ziggurat help export`.
    var helpCommand: String {
        ([path[0], "help"] + path.dropFirst()).joined(separator: " ")
    }

    /// `ziggurat export [OPTIONS] IMAGE…`.
    var usage: String {
        guard children.isEmpty, let declarations else { return "\(call) COMMAND …" }
        let required = declarations.options.filter(\.isRequired)
        let hasOthers = declarations.options.count > required.count
        return
            ([call] + (hasOthers ? ["[OPTIONS]"] : []) + required.map(\.usage)
            + declarations.arguments.map(\.usage)).joined(separator: " ")
    }

    /// It and everything below it.
    var all: [CommandNode] { [self] + children.flatMap(\.all) }
}
