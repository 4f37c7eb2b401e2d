internal import CXML

/// What libxml2 needs before its first use.
enum LibXML {
    /// Sets libxml2 up, once: doing so lazily, as it would, is not safe from several threads.
    static let ready: Void = {
        xmlInitParser()
        xmlSchemaInitTypes()
    }()
}
