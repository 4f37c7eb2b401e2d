internal import CXML

/// libxml2, which the first document that is read brings in.
///
/// Whoever has a document, or a schema, may call its functions: `zig_xml()`.
enum LibXML {
    /// Comes before everything else that is asked of it.
    ///
    /// - Throws: why it cannot be loaded.
    static func load() throws(XMLFailure) {
        guard let reason = zig_xml_load() else { return }
        let message = "libxml2 cannot be loaded: \(String(cString: reason))"
        throw XMLFailure(
            [.init(line: nil, message: message)], remedy: "install it: apt-get install libxml2")
    }
}
