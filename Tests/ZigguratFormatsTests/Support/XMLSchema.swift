import CSystemLibraries

@testable import ZigguratSystem

/// An XML Schema (XSD 1.0) in one file, read by libxml2. A schema belongs to one thread at a time.
final class XMLSchema {
    private static let isReady: Void = {
        xmlInitParser()
        xmlSchemaInitTypes()
    }()

    private let pointer: xmlSchemaPtr
    /// The compiled schema points into its document.
    private let source: XMLDocument

    init(_ bytes: [UInt8]) throws {
        _ = Self.isReady
        source = try XMLDocument(bytes)
        let context = xmlSchemaNewDocParserCtxt(source.pointer)
        defer { xmlSchemaFreeParserCtxt(context) }
        let collector = XMLErrorCollector()
        xmlSchemaSetParserStructuredErrors(
            context,
            { address, error in
                if let error { XMLErrorCollector.at(address)?.add(error.pointee) }
            }, collector.address)
        let schema = withExtendedLifetime(collector) { xmlSchemaParse(context) }
        guard let schema else { throw collector.failure ?? .notWellFormed }
        pointer = schema
    }

    deinit {
        xmlSchemaFree(pointer)
    }

    /// Checks a document.
    ///
    /// - Throws: the first deviation from the schema, with its line.
    func validate(_ document: XMLDocument) throws(XMLError) {
        let context = xmlSchemaNewValidCtxt(pointer)
        defer { xmlSchemaFreeValidCtxt(context) }
        let collector = XMLErrorCollector()
        xmlSchemaSetValidStructuredErrors(
            context,
            { address, error in
                if let error { XMLErrorCollector.at(address)?.add(error.pointee) }
            }, collector.address)
        let result = withExtendedLifetime((collector, document)) {
            xmlSchemaValidateDoc(context, document.pointer)
        }
        guard result == 0 else {
            throw collector.failure ?? .notWellFormed
        }
    }
}
