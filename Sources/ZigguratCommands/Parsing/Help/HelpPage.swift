/// What a program says of itself and of its commands.
enum HelpPage {
    /// All there is to say of a command, or of the program.
    static func full(of node: CommandNode, width: Int) -> String {
        var page = TextColumns(width: width)
        page.paragraph(sentence(node.configuration.abstract))
        page.blank()
        page.paragraph("Usage: \(node.usage)", hanging: 7)
        if !node.configuration.discussion.isEmpty {
            page.blank()
            page.paragraphs(node.configuration.discussion)
        }
        addTables(of: node, to: &page)
        addExamples(node.configuration.examples, to: &page)
        addFooter(of: node, to: &page)
        return page.text
    }

    /// What a program says that was called with nothing.
    static func brief(of node: CommandNode, width: Int) -> String {
        var page = TextColumns(width: width)
        page.paragraph(sentence(node.configuration.abstract))
        page.blank()
        page.paragraph("Usage: \(node.usage)", hanging: 7)
        addTable("Commands", rows: commandRows(of: node), to: &page)
        if let example = node.configuration.examples.first {
            addExamples([example], to: &page)
        }
        addFooter(of: node, to: &page)
        return page.text
    }

    // MARK: Tables

    private typealias Row = (label: String, text: String)

    private static func addTables(of node: CommandNode, to page: inout TextColumns) {
        var tables: [(title: String, rows: [Row])] = []
        if !node.children.isEmpty { tables.append(("Commands", commandRows(of: node))) }
        let arguments = node.declarations?.arguments ?? []
        if !arguments.isEmpty { tables.append(("Arguments", arguments.map(HelpRow.row))) }

        var own: [Row] = []
        var titled: [(String, [Row])] = []
        for section in node.declarations?.sections ?? [] {
            let rows = section.parameters.filter { $0.kind != .argument }.map(HelpRow.row)
            if let title = section.title { titled.append((title, rows)) } else { own += rows }
        }
        if node.type == nil { own.append(("      --version", "Print the version.")) }
        own.append(("  -h, --help", "Print this help."))
        tables.append((titled.isEmpty || own.count > 1 ? "Options" : "Help", own))
        // A page whose options all have titles ends with the request for help.
        if own.count > 1 {
            tables += titled
        } else {
            tables.insert(contentsOf: titled, at: tables.count - 1)
        }

        let column = column(for: tables.flatMap(\.rows), width: page.width)
        for table in tables where !table.rows.isEmpty {
            addTable(table.title, rows: table.rows, column: column, to: &page)
        }
    }

    private static func addTable(
        _ title: String, rows: [Row], column: Int? = nil, to page: inout TextColumns
    ) {
        let column = column ?? Self.column(for: rows, width: page.width)
        page.blank()
        page.line("\(title):")
        for row in rows { page.row(row.label, row.text, column: column) }
    }

    /// Where descriptions begin: behind the longest label, but no further than a third of the way
    /// and a little; longer labels have lines to themselves.
    private static func column(for rows: [Row], width: Int) -> Int {
        let limit = width / 3 + 2
        return rows.map { $0.label.count + 2 }.filter { $0 <= limit }.max() ?? limit
    }

    private static func commandRows(of node: CommandNode) -> [Row] {
        node.children.map { ("  \($0.name)", sentence($0.configuration.abstract)) }
    }

    // MARK: The rest

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

    private static func addFooter(of node: CommandNode, to page: inout TextColumns) {
        guard !node.children.isEmpty else { return }
        page.blank()
        page.paragraph("Type “\(node.helpCommand) COMMAND” to learn more about a command.")
    }

    /// The text with a full stop, unless it ends with a mark already.
    private static func sentence(_ text: String) -> String {
        text.isEmpty || text.last?.isPunctuation == true ? text : text + "."
    }
}
