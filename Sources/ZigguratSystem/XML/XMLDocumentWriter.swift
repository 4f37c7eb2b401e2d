/// Writes a tree of elements as a document.
///
/// Source: Extensible Markup Language (XML) 1.0, fifth edition; its sections are named below. Its bytes
/// are those of libxml2's text writer, which takes longer to load than to write a thousand of these.
package enum XMLDocumentWriter {
    /// The document in UTF-8, with its declaration, indented by two spaces; `nil` where it cannot
    /// be written: a name that is none, a character that XML has no place for.
    package static func bytes(of root: XMLElement) -> [UInt8]? {
        var text = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
        return write(root, indent: "", to: &text) ? Array(text.utf8) : nil
    }

    private static func write(
        _ element: XMLElement, indent: String, to text: inout String
    ) -> Bool {
        guard isName(element.name) else { return false }
        text += "\(indent)<\(element.name)"
        for (name, value) in element.attributes {
            guard isName(name), value.unicodeScalars.allSatisfy(isCharacter) else { return false }
            text += " \(name)=\""
            for scalar in value.unicodeScalars { escape(scalar, inAttribute: true, to: &text) }
            text += "\""
        }
        guard element.text.unicodeScalars.allSatisfy(isCharacter) else { return false }
        guard !element.text.isEmpty || !element.children.isEmpty else {
            text += "/>\n"
            return true
        }
        text += ">"
        for scalar in element.text.unicodeScalars { escape(scalar, inAttribute: false, to: &text) }
        if !element.children.isEmpty {
            text += "\n"
            for child in element.children {
                guard write(child, indent: indent + "  ", to: &text) else { return false }
            }
            text += indent
        }
        text += "</\(element.name)>\n"
        return true
    }

    /// What a reader would take for markup or, by 2.11 and 3.3.3, for another kind of space is
    /// written as a reference (4.1, 4.6).
    private static func escape(
        _ scalar: Unicode.Scalar, inAttribute: Bool, to text: inout String
    ) {
        switch scalar {
        case "<": text += "&lt;"
        case ">": text += "&gt;"
        case "&": text += "&amp;"
        case "\"": text += "&quot;"
        case "\t" where inAttribute: text += "&#9;"
        case "\n" where inAttribute: text += "&#10;"
        case "\r": text += "&#13;"
        default: text.unicodeScalars.append(scalar)
        }
    }

    /// A name (2.3) with one colon at most, between two of its parts (Namespaces in XML 1.0, 4):
    /// those of what is written here are ASCII.
    private static func isName(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        return parts.count <= 2
            && parts.allSatisfy { part in
                part.first.map(isNameStart) == true && part.dropFirst().allSatisfy(isNameByte)
            }
    }

    private static func isNameStart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: isNameStart(byte)
        }
    }

    /// 2.2.
    private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }
}
