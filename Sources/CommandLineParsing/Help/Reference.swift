/// The help of all commands in one document, generated from the declarations.
struct Reference {
    /// The form of the document.
    enum Format: String, CaseIterable {
        /// A page for `man`, in roff.
        case man
        case markdown
    }

    /// The parameters of a command under one title.
    struct Group {
        let title: String
        let parameters: [Parameter]
    }

    let program: Program

    init(of program: Program) {
        self.program = program
    }

    func text(as format: Format) -> String {
        switch format {
        case .man: ManPage(reference: self).text
        case .markdown: MarkdownReference(reference: self).text
        }
    }

    /// Returns the arguments and the options of a command, in the order of its help.
    func groups(of command: CommandEntry) -> [Group] {
        let declarations = command.declarations
        let sections = declarations.sections.map { section in
            Group(
                title: section.title ?? "Options",
                parameters: section.parameters.filter { $0.kind != .argument })
        }
        let own = sections.filter { $0.title == "Options" }
        let groups =
            [Group(title: "Arguments", parameters: declarations.arguments)] + own
            + sections.filter { $0.title != "Options" }
        return groups.filter { !$0.parameters.isEmpty }
    }
}

/// The reference as a manual page of section 1.
struct ManPage {
    let reference: Reference

    var text: String {
        let program = reference.program
        let configuration = program.configuration
        var lines = [
            ".TH \(escaped(program.name.uppercased())) 1 \"\" \"\(program.name) \(program.version)\"",
            ".SH NAME", "\(escaped(program.name)) \\- \(escaped(configuration.abstract))",
            ".SH SYNOPSIS", "\(bold(program.name)) \\fICOMMAND\\fR …",
        ]
        if !configuration.discussion.isEmpty {
            lines.append(".SH DESCRIPTION")
            lines += paragraphs(configuration.discussion)
        }
        lines += examples(configuration.examples)
        lines.append(".SH COMMANDS")
        for command in program.commands { lines += self.lines(of: command) }
        return lines.joined(separator: "\n") + "\n"
    }

    private func lines(of command: CommandEntry) -> [String] {
        let configuration = command.configuration
        var lines = [
            ".SS \(escaped(command.call))", escaped(configuration.abstract + "."),
            ".PP", bold(command.usage),
        ]
        for paragraph in configuration.discussion { lines += [".PP", escaped(paragraph)] }
        for group in reference.groups(of: command) {
            lines += [".PP", "\\fB\(escaped(group.title))\\fR"]
            for parameter in group.parameters {
                let short = parameter.short.map { "-\($0), " } ?? ""
                lines += [
                    ".TP", bold(short + parameter.usage), escaped(parameter.description),
                ]
            }
        }
        return lines + examples(configuration.examples, title: "\\fBExamples\\fR")
    }

    private func paragraphs(_ paragraphs: [String]) -> [String] {
        paragraphs.flatMap { [".PP", escaped($0)] }
    }

    private func examples(
        _ examples: [CommandConfiguration.Example], title: String? = nil
    ) -> [String] {
        guard !examples.isEmpty else { return [] }
        let heading = title.map { [".PP", $0] } ?? [".SH EXAMPLES"]
        return heading
            + examples.flatMap { example in
                [".PP", ".nf", ".RS", escaped(example.line), ".RE", ".fi"]
                    + (example.note.isEmpty ? [] : [escaped(example.note)])
            }
    }

    private func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

    /// Escapes backslashes, dashes that must not become hyphens, and a leading dot or quote, which
    /// would begin a request.
    private func escaped(_ text: String) -> String {
        let text = text.map { character in
            switch character {
            case "\\": "\\e"
            case "-": "\\-"
            case "\u{A0}": "\\ "
            default: String(character)
            }
        }.joined()
        return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
    }
}

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
