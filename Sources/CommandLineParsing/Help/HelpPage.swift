/// The help of a program and of its commands.
enum HelpPage {
    private typealias Row = (label: String, text: String)

    static func full(of command: CommandEntry, width: Int) -> String {
        let declarations = command.declarations
        var page = TextColumns(width: width)
        addHead(command.configuration, usage: command.usage, to: &page)

        var own: [Row] = []
        var titled: [(title: String, rows: [Row])] = []
        for section in declarations.sections {
            let rows = section.parameters.filter { $0.kind != .argument }.map(row)
            if let title = section.title { titled.append((title, rows)) } else { own += rows }
        }
        let helpRow = ("  -h, --help", "Print this help")
        var tables = [("Arguments", declarations.arguments.map(row))]
        // A command whose options all have titles has `--help` at the end.
        tables += own.isEmpty ? titled : [("Options", own + [helpRow])] + titled
        if own.isEmpty { tables.append((titled.isEmpty ? "Options" : "Help", [helpRow])) }
        addTables(tables, to: &page)
        addExamples(command.configuration.examples, to: &page)
        return page.text
    }

    /// The help of a program; the brief one answers a command line without words.
    static func page(of program: Program, isBrief: Bool, width: Int) -> String {
        let configuration = program.configuration
        let examples = configuration.examples
        let commands = (
            "Commands", program.commands.map { ("  \($0.name)", $0.configuration.abstract) }
        )
        let options = [
            ("      --version", "Print the version"), ("  -h, --help", "Print this help"),
        ]
        var page = TextColumns(width: width)
        addHead(configuration, usage: "\(program.name) COMMAND …", isBrief: isBrief, to: &page)
        addTables(isBrief ? [commands] : [commands, ("Options", options)], to: &page)
        addExamples(isBrief ? Array(examples.prefix(1)) : examples, to: &page)
        page.blank()
        page.paragraph("“\(program.helpCommand) COMMAND” explains a command.")
        return page.text
    }

    private static func addHead(
        _ configuration: CommandConfiguration, usage: String, isBrief: Bool = false,
        to page: inout TextColumns
    ) {
        page.paragraph(configuration.abstract)
        page.blank()
        page.paragraph("Usage: \(usage)", hanging: 7)
        guard !isBrief else { return }
        for paragraph in configuration.discussion {
            page.blank()
            page.paragraph(paragraph)
        }
    }

    private static func addTables(
        _ tables: [(title: String, rows: [Row])], to page: inout TextColumns
    ) {
        // Descriptions begin behind the longest label that leaves them enough room.
        let limit = page.width / 3 + 2
        let widths = tables.flatMap(\.rows).map { $0.label.count + 2 }
        let column = widths.filter { $0 <= limit }.max() ?? limit
        for table in tables where !table.rows.isEmpty {
            page.blank()
            page.line("\(table.title):")
            for row in table.rows { page.row(row.label, row.text, column: column) }
        }
    }

    private static func addExamples(
        _ examples: [CommandConfiguration.Example], to page: inout TextColumns
    ) {
        guard !examples.isEmpty else { return }
        page.blank()
        page.line(examples.count == 1 ? "Example:" : "Examples:")
        for example in examples {
            page.line("  \(example.line)")
            page.paragraph(example.note, indent: 6)
        }
    }

    /// `  -q, --quality N` and `JPEG quality (1 to 100; default 85)`.
    private static func row(_ parameter: Parameter) -> Row {
        let short = parameter.short.map { "  -\($0), " } ?? "      "
        let label = parameter.kind == .argument ? "  " : short
        var notes: [String] = []
        if let note = parameter.value?.note { notes.append(note) }
        if let text = parameter.defaultText { notes.append("default\u{A0}\(text)") }
        if parameter.kind == .option, parameter.isRequired { notes.append("required") }
        let details = notes.isEmpty ? "" : "(\(notes.joined(separator: "; ")))"
        let text = [parameter.help, details].filter { !$0.isEmpty }.joined(separator: " ")
        return (label + parameter.usage, text)
    }
}
