internal import CommandLineParsing
internal import ZigguratKit

struct CompletionsCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "completions", abstract: "Print a completion script for a shell",
        examples: [
            .init(
                "ziggurat completions bash > ~/.local/share/bash-completion/completions/ziggurat"),
            .init("ziggurat completions fish > ~/.config/fish/completions/ziggurat.fish"),
        ])

    @Argument(help: "Shell")
    var shell: CompletionShell

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        context.console.print(Program.ziggurat.completionScript(for: shell), terminator: "")
        return .done
    }
}
