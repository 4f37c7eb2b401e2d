/// The reference as Markdown.
struct MarkdownReference {
    let reference: Reference

    var text: String {
        let program = reference.program
        let configuration = program.configuration
        var blocks = [
            "# \(program.name): commands and options",
            "`\(program.helpCommand) --format markdown` generates this page from the declarations.",
            configuration.abstract + ".",
        ]
        blocks += configuration.discussion.map(escaped)
        blocks.append(
            (["| command | |", "|---|---|"]
                + program.commands.map {
                    let anchor = $0.name.replacing(" ", with: "-")
                    return "| [`\($0.name)`](#\(anchor)) | \(cell($0.configuration.abstract)) |"
                }).joined(separator: "\n"))
        for command in program.commands { blocks += self.blocks(of: command) }
        return blocks.joined(separator: "\n\n") + "\n"
    }

    private func blocks(of command: CommandEntry) -> [String] {
        let configuration = command.configuration
        var blocks = [
            "## \(command.name)", escaped(configuration.abstract + "."), "    \(command.usage)",
        ]
        blocks += configuration.discussion.map(escaped)
        for group in reference.groups(of: command) {
            let rows = group.parameters.map { parameter in
                let short = parameter.short.map { "`-\($0)`, " } ?? ""
                return "| \(short)`\(parameter.usage.replacing("|", with: "\\|"))` "
                    + "| \(cell(parameter.description)) |"
            }
            blocks.append(
                (["| \(group.title.lowercased()) | |", "|---|---|"] + rows).joined(separator: "\n"))
        }
        guard !configuration.examples.isEmpty else { return blocks }
        let examples = configuration.examples.map { example in
            "    \(example.line)" + (example.note.isEmpty ? "" : "  # \(example.note)")
        }
        return blocks + [examples.joined(separator: "\n")]
    }

    private func cell(_ text: String) -> String { escaped(text.replacing("|", with: "\\|")) }

    /// Escapes characters that Markdown would interpret as markup.
    private func escaped(_ text: String) -> String {
        text.map { character in
            switch character {
            case "<", "*", "_", "`": "\\\(character)"
            case "\u{A0}": " "
            default: String(character)
            }
        }.joined()
    }
}
