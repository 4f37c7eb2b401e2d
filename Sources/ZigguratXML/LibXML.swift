internal import CXML

/// libxml2, which the first document that is read brings in.
enum LibXML {
    /// Its functions.
    ///
    /// - Throws: why it cannot be loaded.
    static func loaded() throws(XMLFailure) -> UnsafePointer<zig_xml_library> {
        if let reason = zig_xml_load() {
            throw XMLFailure("libxml2 cannot be loaded: \(String(cString: reason))")
        }
        return zig_xml()
    }
}
