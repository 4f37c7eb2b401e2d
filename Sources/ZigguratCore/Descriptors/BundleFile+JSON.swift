internal import FoundationEssentials

extension BundleFile {
    /// A JSON document: readable, its keys sorted, so that the same input gives the same bytes.
    public static func json(
        _ path: String, _ value: some Encodable
    ) throws(ZigguratError) -> BundleFile {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            return BundleFile(path: path, bytes: try [UInt8](encoder.encode(value)) + [10])
        } catch {
            throw ZigguratError(
                .renderingFailed, path, "the document could not be written as JSON (\(error))")
        }
    }
}
