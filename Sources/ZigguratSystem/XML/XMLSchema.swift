internal import CXML

/// An XML Schema (XSD 1.0) that documents are checked against.
///
/// A schema stands alone: one that includes or imports another file is refused, so that checking
/// touches neither the network nor the disk. A schema belongs to one thread at a time.
public final class XMLSchema {
    private let pointer: xmlSchemaPtr
    /// The compiled schema points into the document that it was read from.
    private let source: XMLDocument

    /// Reads a schema.
    ///
    /// - Throws: what is wrong with it, with the lines.
    public init(_ bytes: [UInt8]) throws(XMLFailure) {
        source = try XMLDocument(bytes)
        let elsewhere = try source.strings(
            at: "//xs:include | //xs:redefine | //xs:import[@schemaLocation]",
            namespaces: ["xs": "http://www.w3.org/2001/XMLSchema"])
        guard elsewhere.isEmpty else {
            throw XMLFailure("the schema refers to another file; put all of it into one")
        }
        guard let context = zig_xml().pointee.xmlSchemaNewDocParserCtxt(source.pointer) else {
            throw XMLFailure("there is no memory")
        }
        defer { zig_xml().pointee.xmlSchemaFreeParserCtxt(context) }
        let collector = XMLProblemCollector()
        zig_xml().pointee.xmlSchemaSetParserStructuredErrors(
            context,
            { address, error in
                guard let error else { return }
                XMLProblemCollector.add(error.pointee, toCollectorAt: address)
            }, collector.address)
        let schema = withExtendedLifetime(collector) { zig_xml().pointee.xmlSchemaParse(context) }
        guard let schema else {
            throw collector.failure(otherwise: "the schema cannot be read")
        }
        pointer = schema
    }

    deinit {
        zig_xml().pointee.xmlSchemaFree(pointer)
    }

    /// Checks a document.
    ///
    /// Hints in the document where a schema may be found (`xsi:schemaLocation`) are not followed.
    ///
    /// - Throws: everything in which it departs from the schema, with the lines.
    public func validate(_ document: XMLDocument) throws(XMLFailure) {
        let checked = try document.withoutSchemaHints()
        guard let context = zig_xml().pointee.xmlSchemaNewValidCtxt(pointer) else {
            throw XMLFailure("there is no memory")
        }
        defer { zig_xml().pointee.xmlSchemaFreeValidCtxt(context) }
        let collector = XMLProblemCollector()
        zig_xml().pointee.xmlSchemaSetValidStructuredErrors(
            context,
            { address, error in
                guard let error else { return }
                XMLProblemCollector.add(error.pointee, toCollectorAt: address)
            }, collector.address)
        let result = withExtendedLifetime((collector, checked)) {
            zig_xml().pointee.xmlSchemaValidateDoc(context, checked.pointer)
        }
        guard result == 0 else {
            throw collector.failure(otherwise: "the document does not follow the schema")
        }
    }
}
