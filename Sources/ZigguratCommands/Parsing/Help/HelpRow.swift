/// One parameter in the help of its command.
enum HelpRow {
    /// `  -q, --quality N` and `The quality of the tiles. (1 to 100; default 85)`.
    static func row(_ parameter: Parameter) -> (label: String, text: String) {
        (label(parameter), text(parameter))
    }

    private static func label(_ parameter: Parameter) -> String {
        switch parameter.kind {
        case .argument: "  \(parameter.usage)"
        case .option, .flag:
            (parameter.short.map { "  -\($0), " } ?? "      ") + parameter.usage
        }
    }

    private static func text(_ parameter: Parameter) -> String {
        let description = parameter.description
        var notes: [String] = []
        if let note = description.value?.note { notes.append(note) }
        if let text = description.defaultText { notes.append("default\u{A0}\(text)") }
        if parameter.kind == .option, parameter.repeats,
            description.value?.isCommaSeparated != true
        {
            notes.append("may be repeated")
        }
        if parameter.kind == .option, parameter.isRequired { notes.append("required") }
        let details = notes.isEmpty ? "" : "(\(notes.joined(separator: "; ")))"
        return [parameter.help, details].filter { !$0.isEmpty }.joined(separator: " ")
    }
}
