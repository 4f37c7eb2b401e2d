package import ZigguratSystem

extension BundleFile {
    /// An XML document in UTF-8, indented.
    package static func xml(_ path: String, _ root: XMLElement) throws(ZigguratError) -> BundleFile
    {
        guard let bytes = root.document() else {
            throw ZigguratError(DescriptorFailure.notWritable, path)
        }
        return BundleFile(path: path, bytes: bytes)
    }
}
