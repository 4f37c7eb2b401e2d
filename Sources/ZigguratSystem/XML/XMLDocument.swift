internal import CSystemLibraries

/// A document that was read: well formed, without a document type declaration.
///
/// Reading touches neither the network nor another file and expands no entity: a declaration that
/// could bring one in is refused where it begins. A document belongs to one thread at a time.
package final class XMLDocument {
    let pointer: xmlDocPtr

    /// libxml2's own initialisation on first use is not safe from several threads.
    private static let isReady: Void = xmlInitParser()

    /// Reads a document.
    ///
    /// - Throws: what keeps it from being well formed, with the lines.
    package init(_ bytes: [UInt8]) throws(XMLFailure) {
        guard let length = Int32(exactly: bytes.count) else {
            throw XMLFailure("the document has more than 2 GB")
        }
        guard length > 0 else { throw XMLFailure("the document is empty") }
        _ = Self.isReady
        guard let context = xmlNewParserCtxt() else {
            throw XMLFailure("there is no memory")
        }
        defer { xmlFreeParserCtxt(context) }
        let collector = XMLProblemCollector()
        Self.prepare(context, collector)
        let document = withExtendedLifetime(collector) {
            bytes.withUnsafeBytes { buffer in
                xmlCtxtReadMemory(
                    context, buffer.baseAddress, length, nil, nil,
                    Int32(XML_PARSE_NONET.rawValue | XML_PARSE_BIG_LINES.rawValue))
            }
        }
        guard let document else {
            throw collector.failure(otherwise: "the document is not well formed")
        }
        guard collector.problems.isEmpty, context.pointee.wellFormed == 1 else {
            xmlFreeDoc(document)
            throw collector.failure(otherwise: "the document is not well formed")
        }
        pointer = document
    }

    deinit {
        xmlFreeDoc(pointer)
    }

    /// What an XPath 1.0 expression comes to: the text of each node in the order of the document,
    /// or the one string, number or truth value as XPath writes it.
    ///
    /// - Parameter namespaces: the prefixes that the expression uses, and what they stand for.
    /// - Throws: what is wrong with the expression; an unknown prefix too.
    package func strings(
        at expression: String, namespaces: [String: String] = [:]
    ) throws(XMLFailure) -> [String] {
        guard let context = xmlXPathNewContext(pointer) else {
            throw XMLFailure("there is no memory")
        }
        defer { xmlXPathFreeContext(context) }
        let collector = XMLProblemCollector()
        context.pointee.userData = collector.address
        context.pointee.error = { address, error in
            guard let error else { return }
            XMLProblemCollector.add(error.pointee, toCollectorAt: address)
        }
        for (prefix, address) in namespaces {
            guard xmlXPathRegisterNs(context, prefix, address) == 0 else {
                throw XMLFailure("“\(prefix)” cannot be a prefix")
            }
        }
        let result = withExtendedLifetime(collector) {
            xmlXPathEvalExpression(expression, context)
        }
        guard let result else {
            throw collector.failure(otherwise: "the XPath “\(expression)” cannot be evaluated")
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

    /// Sends the complaints to the collector, and stops at a document type declaration.
    private static func prepare(_ context: xmlParserCtxtPtr, _ collector: XMLProblemCollector) {
        context.pointee._private = collector.address
        guard let handler = context.pointee.sax else { return }
        // Both callbacks get the parser's context, whose private pointer is the collector.
        handler.pointee.serror = { parser, error in
            guard let parser, let error else { return }
            let context = parser.assumingMemoryBound(to: xmlParserCtxt.self)
            XMLProblemCollector.add(error.pointee, toCollectorAt: context.pointee._private)
        }
        handler.pointee.internalSubset = { parser, _, _, _ in
            guard let parser else { return }
            let context = parser.assumingMemoryBound(to: xmlParserCtxt.self)
            guard let address = context.pointee._private else { return }
            Unmanaged<XMLProblemCollector>.fromOpaque(address).takeUnretainedValue().add(
                line: Int(context.pointee.input?.pointee.line ?? 0),
                "a document type declaration is not accepted")
            xmlStopParser(context)
        }
    }

    /// Copies and frees a string that libxml2 made.
    private static func text(_ string: UnsafeMutablePointer<xmlChar>?) -> String {
        guard let string else { return "" }
        defer { zig_xml_free(string) }
        return String(cString: string)
    }
}
