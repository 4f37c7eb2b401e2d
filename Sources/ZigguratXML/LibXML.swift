internal import CXML

/// libxml2, which the first document that is read brings in.
enum LibXML {
    /// Its functions.
    ///
    /// - Throws: why it cannot be loaded.
    static func loaded() throws(XMLFailure) -> UnsafePointer<zig_xml_library> {
        guard let library = zig_xml() else {
            throw XMLFailure(String(cString: zig_xml_load_error()))
        }
        return library
    }
}
