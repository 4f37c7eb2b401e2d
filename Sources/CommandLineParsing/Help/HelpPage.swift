/// The help of a program and of its commands.
enum HelpPage {
    private typealias Row = (label: String, text: String)

    /// The extent of a command's help.
    enum Extent: Int, Comparable, Sendable {
        /// Only the common options, if the command has many options.
        case brief
        case all

        static func < (one: Extent, other: Extent) -> Bool { one.rawValue < other.rawValue }
    }

    /// The number of options above which a command has a brief page, if it declares common options.
    private static let briefLimit = 16

    static func page(of command: CommandEntry, _ extent: Extent, width: Int) -> String {
        let declarations = command.declarations
        let options = declarations.options
        let common = options.filter { $0.visibility == .common }
        let hasBriefPage = options.count > briefLimit && !common.isEmpty
        let isBrief = hasBriefPage && extent == .brief
        var page = TextColumns(width: width)
        addHead(command.configuration, usage: command.usage, to: &page)
        var helpRows = [("  -h, --help", isBrief ? "Print the common options" : "Print this help")]
        if hasBriefPage {
            helpRows = [
                ("  -h, --help", "Print the common options"),
                ("      --help-all", "Print all \(options.count) options"),
            ]
        }
        let arguments = ("Arguments", declarations.arguments.map(row))
        let tables =
            isBrief
            ? [("Options", common.map(row) + helpRows)]
            : self.tables(of: declarations, helpRows: helpRows)
        addTables([arguments] + tables, to: &page)
        addExamples(command.configuration.examples, to: &page)
        return page.text
    }

    /// Returns the tables of all options.
    private static func tables(
        of declarations: Declarations, helpRows: [Row]
    ) -> [(title: String, rows: [Row])] {
        var own: [Row] = []
        var titled: [(title: String, rows: [Row])] = []
        for section in declarations.sections {
            let rows = section.parameters.filter { $0.kind != .argument }.map(row)
            if let title = section.title { titled.append((title, rows)) } else { own += rows }
        }
        // If all options have titles, `--help` is in the last table.
        guard own.isEmpty else { return [("Options", own + helpRows)] + titled }
        return titled + [(titled.isEmpty ? "Options" : "Help", helpRows)]
    }

    /// Returns the help of a program. The brief help is the answer to a command line without words.
    ///
    /// - Parameter group: limits the help to the group's commands.
    static func page(
        of program: Program, _ group: CommandConfiguration?, isBrief: Bool, width: Int
    ) -> String {
        let configuration = group ?? program.configuration
        let words = [program.name] + (group.map { [$0.name] } ?? [])
        let examples = configuration.examples
        let commands = (
            "Commands",
            program.commands(of: group).map { ("  \($0.name)", $0.configuration.abstract) }
        )
        let options = [
            ("      --version", "Print the version"), ("  -h, --help", "Print this help"),
        ].suffix(group == nil ? 2 : 1)
        var page = TextColumns(width: width)
        addHead(
            configuration, usage: "\(words.joined(separator: " ")) COMMAND …", isBrief: isBrief,
            to: &page)
        addTables(isBrief ? [commands] : [commands, ("Options", Array(options))], to: &page)
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
        // The column of descriptions is after the longest label that leaves enough room for them.
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

    /// Returns a row such as `  -q, --quality N` and `JPEG quality (1 to 100; default 85)`.
    private static func row(_ parameter: Parameter) -> Row {
        let short = parameter.short.map { "  -\($0), " } ?? "      "
        let label = parameter.kind == .argument ? "  " : short
        return (label + parameter.usage, parameter.description)
    }
}

extension Parameter {
    /// The help text with the allowed values: `JPEG quality (1 to 100; default 85)`.
    var description: String {
        var notes: [String] = []
        if let note = value?.note { notes.append(note) }
        if let defaultText { notes.append("default\u{A0}\(defaultText)") }
        if kind == .option, isRequired { notes.append("required") }
        let details = notes.isEmpty ? "" : "(\(notes.joined(separator: "; ")))"
        return [help, details].filter { !$0.isEmpty }.joined(separator: " ")
    }
}

struct TextColumns {
    private(set) var text = ""
    /// The number of columns, at least 40.
    let width: Int

    init(width: Int) {
        self.width = max(40, width)
    }

    mutating func blank() {
        if !text.isEmpty { text += "\n" }
    }

    mutating func line(_ line: String) {
        text += line + "\n"
    }

    /// Appends a wrapped paragraph. All lines but the first are indented by `hanging` more columns.
    mutating func paragraph(_ paragraph: String, indent: Int = 0, hanging: Int = 0) {
        let rows = Self.wrap(paragraph, first: width - indent, others: width - indent - hanging)
        for (index, row) in rows.enumerated() {
            line(String(repeating: " ", count: indent + (index == 0 ? 0 : hanging)) + row)
        }
    }

    /// Appends a label and its description, which begins at `column`. A label that is too long gets
    /// a separate line.
    mutating func row(_ label: String, _ description: String, column: Int) {
        let rows = Self.wrap(description, first: width - column, others: width - column)
        let indent = String(repeating: " ", count: column)
        var rest = rows[...]
        if label.count + 2 <= column, let first = rest.popFirst() {
            line(label + String(repeating: " ", count: column - label.count) + first)
        } else {
            line(label)
        }
        for row in rest { line(indent + row) }
    }

    /// Wraps words. A word that is too long gets a separate line. A no-break space joins two words
    /// on one line and becomes a space.
    private static func wrap(_ text: String, first: Int, others: Int) -> [String] {
        var rows: [String] = []
        var current = ""
        for word in text.split(whereSeparator: { $0.isWhitespace && $0 != "\u{A0}" }) {
            let limit = rows.isEmpty ? first : others
            if current.isEmpty {
                current = String(word)
            } else if current.count + 1 + word.count <= limit {
                current += " " + word
            } else {
                rows.append(current)
                current = String(word)
            }
        }
        if !current.isEmpty { rows.append(current) }
        return rows.map { row in String(row.map { $0 == "\u{A0}" ? " " : $0 }) }
    }
}
