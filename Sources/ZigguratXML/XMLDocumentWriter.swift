internal import CXML

/// Writes a tree of elements as a document, through libxml2's text writer.
public enum XMLDocumentWriter {
    /// The document in UTF-8, with its declaration, indented by two spaces; `nil` where libxml2 refuses:
    /// a name that is none, or no memory.
    public static func bytes(of root: XMLElement) -> [UInt8]? {
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
        guard xmlTextWriterStartElement(writer, element.name) >= 0 else { return false }
        for (name, value) in element.attributes {
            guard xmlTextWriterWriteAttribute(writer, name, value) >= 0 else { return false }
        }
        for child in element.children {
            guard write(child, with: writer) else { return false }
        }
        return xmlTextWriterEndElement(writer) >= 0
    }
}
