/// An element of a document to write: attributes in order, and text or child elements.
///
/// Names are constants of the layouts, so they are not checked.
///
/// Source: Extensible Markup Language (XML) 1.0, fifth edition. The comments below name its
/// sections.
package struct XMLElement: Sendable {
    package let name: String
    package let attributes: [(name: String, value: String)]
    package let children: [XMLElement]
    /// The text before the children.
    package let text: String

    package init(
        _ name: String, _ attributes: KeyValuePairs<String, any CustomStringConvertible> = [:],
        _ children: [XMLElement] = [], text: String = ""
    ) {
        self.name = name
        self.attributes = attributes.map { ($0.key, $0.value.description) }
        self.children = children
        self.text = text
    }

    /// Returns the document with this root element in UTF-8, indented by two spaces; `nil` if a
    /// value contains a character that XML does not allow.
    package func document() -> [UInt8]? {
        var document = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
        return write(to: &document, indent: "") ? Array(document.utf8) : nil
    }

    private func write(to document: inout String, indent: String) -> Bool {
        document += "\(indent)<\(name)"
        for (name, value) in attributes {
            document += " \(name)=\""
            guard Self.escape(value, inAttribute: true, to: &document) else { return false }
            document += "\""
        }
        guard !text.isEmpty || !children.isEmpty else {
            document += "/>\n"
            return true
        }
        document += ">"
        guard Self.escape(text, inAttribute: false, to: &document) else { return false }
        if !children.isEmpty {
            document += "\n"
            for child in children {
                guard child.write(to: &document, indent: indent + "  ") else { return false }
            }
            document += indent
        }
        document += "</\(name)>\n"
        return true
    }

    /// Appends text with references (4.1, 4.6) for markup and for white space that parsers would
    /// normalise (2.11, 3.3.3). Returns `false` if the text contains a character outside section
    /// 2.2.
    private static func escape(
        _ text: String, inAttribute: Bool, to document: inout String
    ) -> Bool {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": document += "&lt;"
            case ">": document += "&gt;"
            case "&": document += "&amp;"
            case "\"": document += "&quot;"
            case "\t" where inAttribute: document += "&#9;"
            case "\n" where inAttribute: document += "&#10;"
            case "\r": document += "&#13;"
            case "\t", "\n", "\u{20}"..."\u{D7FF}", "\u{E000}"..."\u{FFFD}",
                "\u{10000}"..."\u{10FFFF}":
                document.unicodeScalars.append(scalar)
            default: return false
            }
        }
        return true
    }
}
