internal import CXML

/// A document that was read: well formed, without a document type declaration.
///
/// Reading touches neither the network nor another file and expands no entity: a declaration that
/// could bring one in is refused where it begins. A document belongs to one thread at a time.
public final class XMLDocument {
    let pointer: xmlDocPtr

    /// Reads a document.
    ///
    /// - Throws: what keeps it from being well formed, with the lines.
    public init(_ bytes: [UInt8]) throws(XMLFailure) {
        guard let length = Int32(exactly: bytes.count) else {
            throw XMLFailure("the document has more than 2 GB")
        }
        guard length > 0 else { throw XMLFailure("the document is empty") }
        try LibXML.load()
        guard let context = zig_xml().pointee.xmlNewParserCtxt() else {
            throw XMLFailure("there is no memory")
        }
        defer { zig_xml().pointee.xmlFreeParserCtxt(context) }
        let collector = XMLProblemCollector()
        Self.prepare(context, collector)
        let document = withExtendedLifetime(collector) {
            bytes.withUnsafeBytes { buffer in
                zig_xml().pointee.xmlCtxtReadMemory(
                    context, buffer.baseAddress, length, nil, nil,
                    Int32(XML_PARSE_NONET.rawValue | XML_PARSE_BIG_LINES.rawValue))
            }
        }
        guard let document else {
            throw collector.failure(otherwise: "the document is not well formed")
        }
        guard collector.problems.isEmpty, context.pointee.wellFormed == 1 else {
            zig_xml().pointee.xmlFreeDoc(document)
            throw collector.failure(otherwise: "the document is not well formed")
        }
        pointer = document
    }

    /// Takes a document over.
    private init(owning pointer: xmlDocPtr) {
        self.pointer = pointer
    }

    deinit {
        zig_xml().pointee.xmlFreeDoc(pointer)
    }

    /// What an XPath 1.0 expression comes to: the text of each node in the order of the document,
    /// or the one string, number or truth value as XPath writes it.
    ///
    /// - Parameter namespaces: the prefixes that the expression uses, and what they stand for.
    /// - Throws: what is wrong with the expression; an unknown prefix too.
    public func strings(
        at expression: String, namespaces: [String: String] = [:]
    ) throws(XMLFailure) -> [String] {
        guard let context = zig_xml().pointee.xmlXPathNewContext(pointer) else {
            throw XMLFailure("there is no memory")
        }
        defer { zig_xml().pointee.xmlXPathFreeContext(context) }
        let collector = XMLProblemCollector()
        context.pointee.userData = collector.address
        context.pointee.error = { address, error in
            guard let error else { return }
            XMLProblemCollector.add(error.pointee, toCollectorAt: address)
        }
        for (prefix, address) in namespaces {
            guard zig_xml().pointee.xmlXPathRegisterNs(context, prefix, address) == 0 else {
                throw XMLFailure("“\(prefix)” cannot be a prefix")
            }
        }
        let result = withExtendedLifetime(collector) {
            zig_xml().pointee.xmlXPathEvalExpression(expression, context)
        }
        guard let result else {
            throw collector.failure(otherwise: "the XPath “\(expression)” cannot be evaluated")
        }
        defer { zig_xml().pointee.xmlXPathFreeObject(result) }
        guard result.pointee.type == XPATH_NODESET else {
            return [Self.text(zig_xml().pointee.xmlXPathCastToString(result))]
        }
        guard let set = result.pointee.nodesetval, let nodes = set.pointee.nodeTab else {
            return []
        }
        zig_xml().pointee.xmlXPathNodeSetSort(set)
        return (0..<Int(set.pointee.nodeNr)).map {
            Self.text(zig_xml().pointee.xmlXPathCastNodeToString(nodes[$0]))
        }
    }

    /// The same document without its hints where schemas may be found, which libxml2 would follow.
    func withoutSchemaHints() throws(XMLFailure) -> XMLDocument {
        guard let copy = zig_xml().pointee.xmlCopyDoc(pointer, 1) else {
            throw XMLFailure("there is no memory")
        }
        let document = XMLDocument(owning: copy)
        var next = zig_xml().pointee.xmlDocGetRootElement(copy)
        while let node = next {
            for hint in ["schemaLocation", "noNamespaceSchemaLocation"] {
                let attribute = zig_xml().pointee.xmlHasNsProp(
                    node, hint, "http://www.w3.org/2001/XMLSchema-instance")
                if let attribute { _ = zig_xml().pointee.xmlRemoveProp(attribute) }
            }
            next = element(after: node)
        }
        return document
    }

    /// The next element in the order of the document; its depth costs no stack.
    private func element(after node: xmlNodePtr) -> xmlNodePtr? {
        if let child = zig_xml().pointee.xmlFirstElementChild(node) { return child }
        var current: xmlNodePtr? = node
        while let here = current {
            if let sibling = zig_xml().pointee.xmlNextElementSibling(here) { return sibling }
            current = here.pointee.parent
            if current?.pointee.type != XML_ELEMENT_NODE { return nil }
        }
        return nil
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
            zig_xml().pointee.xmlStopParser(context)
        }
    }

    /// Copies and frees a string that libxml2 made.
    private static func text(_ string: UnsafeMutablePointer<xmlChar>?) -> String {
        guard let string else { return "" }
        defer { zig_xml_free(string) }
        return String(cString: string)
    }
}
