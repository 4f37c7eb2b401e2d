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

    /// A wrapped paragraph; the lines after the first are indented by `hanging` more columns.
    mutating func paragraph(_ paragraph: String, indent: Int = 0, hanging: Int = 0) {
        let rows = Self.wrap(paragraph, first: width - indent, others: width - indent - hanging)
        for (index, row) in rows.enumerated() {
            line(String(repeating: " ", count: indent + (index == 0 ? 0 : hanging)) + row)
        }
    }

    /// A label with its description, which begins at `column`. A label that is too long has a line
    /// of its own.
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

    /// Wraps words; a longer word has a line of its own. A no-break space keeps two words on one
    /// line and becomes a space.
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
