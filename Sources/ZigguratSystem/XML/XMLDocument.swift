internal import CSystemLibraries

/// A well-formed document without a document type declaration, parsed by libxml2.
///
/// The parser uses neither the network nor other files, and expands no entities. The parser stops
/// at a document type declaration, because a declaration could define entities. Only one thread at
/// a time may use a document.
package final class XMLDocument {
    let pointer: xmlDocPtr

    /// libxml2 must not be initialised by several threads at once.
    private static let isReady: Void = xmlInitParser()

    /// Parses a document.
    ///
    /// - Throws: the first error, with its line.
    package init(_ bytes: [UInt8]) throws(XMLError) {
        guard let length = Int32(exactly: bytes.count) else { throw .tooLarge }
        guard length > 0 else { throw .notWellFormed }
        _ = Self.isReady
        guard let context = xmlNewParserCtxt() else { throw .outOfMemory }
        defer { xmlFreeParserCtxt(context) }
        let collector = XMLErrorCollector()
        Self.prepare(context, collector)
        let document = withExtendedLifetime(collector) {
            bytes.withUnsafeBytes { buffer in
                xmlCtxtReadMemory(
                    context, buffer.baseAddress, length, nil, nil,
                    Int32(XML_PARSE_NONET.rawValue | XML_PARSE_BIG_LINES.rawValue))
            }
        }
        guard let document, collector.failure == nil, context.pointee.wellFormed == 1 else {
            xmlFreeDoc(document)
            throw collector.failure ?? .notWellFormed
        }
        pointer = document
    }

    /// Returns the name of a document's root element, without a prefix.
    ///
    /// - Parameter bytes: the beginning of a document, at least up to the root element.
    /// - Returns: `nil` if the bytes contain no root element.
    package static func rootName(ofBeginning bytes: [UInt8]) -> String? {
        _ = isReady
        let options = [XML_PARSE_NONET, XML_PARSE_NOERROR, XML_PARSE_NOWARNING]
            .reduce(0) { $0 | Int32($1.rawValue) }
        return bytes.withUnsafeBytes { buffer in
            let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            guard let length = Int32(exactly: buffer.count),
                let reader = xmlReaderForMemory(start, length, nil, nil, options)
            else { return nil }
            defer { xmlFreeTextReader(reader) }
            while xmlTextReaderRead(reader) == 1 {
                guard xmlTextReaderNodeType(reader) == Int32(XML_READER_TYPE_ELEMENT.rawValue)
                else { continue }
                return xmlTextReaderConstLocalName(reader).map { String(cString: $0) }
            }
            return nil
        }
    }

    deinit {
        xmlFreeDoc(pointer)
    }

    /// Evaluates an XPath 1.0 expression.
    ///
    /// - Parameter namespaces: the namespaces of the prefixes in the expression.
    /// - Returns: the text of each node, in document order. If the result is a string, a number or
    ///   a Boolean, one text in the form of XPath.
    /// - Throws: the error in the expression, such as an unknown prefix.
    package func strings(
        at expression: String, namespaces: [String: String] = [:]
    ) throws(XMLError) -> [String] {
        guard let context = xmlXPathNewContext(pointer) else { throw .outOfMemory }
        defer { xmlXPathFreeContext(context) }
        let collector = XMLErrorCollector()
        context.pointee.userData = collector.address
        context.pointee.error = { address, error in
            if let error { XMLErrorCollector.at(address)?.add(error.pointee) }
        }
        for (prefix, address) in namespaces {
            guard xmlXPathRegisterNs(context, prefix, address) == 0 else {
                throw .invalidExpression(expression)
            }
        }
        let result = withExtendedLifetime(collector) {
            xmlXPathEvalExpression(expression, context)
        }
        guard let result else {
            throw collector.failure ?? .invalidExpression(expression)
        }
        defer { xmlXPathFreeObject(result) }
        guard result.pointee.type == XPATH_NODESET else {
            return [Self.text(xmlXPathCastToString(result))]
        }
        guard let set = result.pointee.nodesetval, let nodes = set.pointee.nodeTab else {
            return []
        }
        xmlXPathNodeSetSort(set)
        return (0..<Int(set.pointee.nodeNr)).map {
            Self.text(xmlXPathCastNodeToString(nodes[$0]))
        }
    }

    /// Registers the error collector, and stops the parser at a document type declaration.
    private static func prepare(_ context: xmlParserCtxtPtr, _ collector: XMLErrorCollector) {
        context.pointee._private = collector.address
        guard let handler = context.pointee.sax else { return }
        // Both callbacks receive the parser's context, whose private pointer is the collector.
        handler.pointee.serror = { parser, error in
            guard let parser, let error else { return }
            let context = parser.assumingMemoryBound(to: xmlParserCtxt.self)
            XMLErrorCollector.at(context.pointee._private)?.add(error.pointee)
        }
        handler.pointee.internalSubset = { parser, _, _, _ in
            guard let parser else { return }
            let context = parser.assumingMemoryBound(to: xmlParserCtxt.self)
            XMLErrorCollector.at(context.pointee._private)?.add(.documentType)
            xmlStopParser(context)
        }
    }

    /// Copies and frees a string of libxml2.
    private static func text(_ string: UnsafeMutablePointer<xmlChar>?) -> String {
        guard let string else { return "" }
        defer { zig_xml_free(string) }
        return String(cString: string)
    }
}

/// The reason why a document, a schema or an XPath expression is rejected.
package enum XMLError: Error, Hashable, Sendable {
    /// The first error of libxml2. The line counts from 1; `nil` if the position is unknown.
    case library(line: Int?, message: String)
    /// libxml2 rejects the document without a message.
    case notWellFormed
    /// The document has a document type declaration, which could load other files.
    case documentType
    case tooLarge
    case outOfMemory
    case invalidExpression(String)

    /// The message of libxml2; `nil` without a message.
    package var cause: ZigguratError.Cause? {
        guard case .library(let line, let message) = self else { return nil }
        return .library(line.map { "line \($0): \(message)" } ?? message)
    }
}

/// Keeps the first error that libxml2 reports during one call.
///
/// libxml2 receives the object's address and uses it only during the call, on the calling thread.
/// The caller keeps the object alive with `withExtendedLifetime`.
final class XMLErrorCollector {
    private(set) var failure: XMLError?

    var address: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    static func at(_ address: UnsafeMutableRawPointer?) -> XMLErrorCollector? {
        address.map { Unmanaged<XMLErrorCollector>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Keeps an error of libxml2, but ignores warnings.
    func add(_ error: xmlError) {
        guard error.level != XML_ERR_WARNING else { return }
        var text = Substring(error.message.map { String(cString: $0) } ?? "error \(error.code)")
        while let last = text.last, last.isWhitespace || last == "." { text.removeLast() }
        add(.library(line: error.line > 0 ? Int(error.line) : nil, message: String(text)))
    }

    func add(_ failure: XMLError) {
        self.failure = self.failure ?? failure
    }
}
