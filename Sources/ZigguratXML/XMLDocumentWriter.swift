internal import CXML

/// Writes a tree of elements as a document, through libxml2's text writer.
public enum XMLDocumentWriter {
    /// The document in UTF-8, with its declaration, indented by two spaces; `nil` where it cannot
    /// be written: a name that is none, a character that XML 1.0 (section 2.2) has no place for, no
    /// memory.
    public static func bytes(of root: XMLElement) -> [UInt8]? {
        LibXML.ready
        guard let buffer = xmlBufferCreate() else { return nil }
        defer { xmlBufferFree(buffer) }
        guard let writer = xmlNewTextWriterMemory(buffer, 0) else { return nil }
        guard
            xmlTextWriterSetIndent(writer, 1) >= 0, xmlTextWriterSetIndentString(writer, "  ") >= 0,
            xmlTextWriterStartDocument(writer, nil, "UTF-8", nil) >= 0, write(root, with: writer),
            xmlTextWriterEndDocument(writer) >= 0
        else {
            xmlFreeTextWriter(writer)
            return nil
        }
        // The writer hands its last bytes to the buffer when it is freed.
        xmlFreeTextWriter(writer)
        guard let content = xmlBufferContent(buffer) else { return nil }
        return [UInt8](UnsafeBufferPointer(start: content, count: Int(xmlBufferLength(buffer))))
    }

    private static func write(_ element: XMLElement, with writer: xmlTextWriterPtr) -> Bool {
        guard isName(element.name), xmlTextWriterStartElement(writer, element.name) >= 0
        else { return false }
        for (name, value) in element.attributes {
            guard isName(name), value.unicodeScalars.allSatisfy(isCharacter),
                xmlTextWriterWriteAttribute(writer, name, value) >= 0
            else { return false }
        }
        if !element.text.isEmpty {
            guard element.text.unicodeScalars.allSatisfy(isCharacter),
                xmlTextWriterWriteString(writer, element.text) >= 0
            else { return false }
        }
        for child in element.children {
            guard write(child, with: writer) else { return false }
        }
        return xmlTextWriterEndElement(writer) >= 0
    }

    /// The text writer itself writes any name and any character.
    private static func isName(_ text: String) -> Bool {
        !text.utf8.contains(0) && xmlValidateQName(text, 0) == 0
    }

    private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }
}
