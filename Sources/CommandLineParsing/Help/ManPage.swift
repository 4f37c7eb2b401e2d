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
