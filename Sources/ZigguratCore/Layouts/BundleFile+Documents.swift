internal import FoundationEssentials
public import ZigguratSystem

extension BundleFile {
    /// Returns a JSON document, indented and with sorted keys, so that equal values give equal
    /// bytes.
    public static func json(
        _ path: String, _ value: some Encodable
    ) throws(ZigguratError) -> BundleFile {
        try json(path, value, [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    }

    /// Returns a JSON document on a single line.
    public static func jsonLine(
        _ path: String, _ value: some Encodable
    ) throws(ZigguratError) -> BundleFile {
        guard let value = value as? JSONValue else {
            return try json(path, value, [.sortedKeys, .withoutEscapingSlashes])
        }
        do throws(ZigguratError) {
            return BundleFile(path: path, bytes: try value.lineBytes() + [10])
        } catch {
            throw error.orAbout(path)
        }
    }

    private static func json(
        _ path: String, _ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting
    ) throws(ZigguratError) -> BundleFile {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting
        do {
            return BundleFile(path: path, bytes: try [UInt8](encoder.encode(value)) + [10])
        } catch {
            throw ZigguratError(DescriptorFailure.notWritable, path, cause: .library("\(error)"))
        }
    }
}

extension BundleFile {
    /// Returns an XML document in UTF-8, indented.
    package static func xml(_ path: String, _ root: XMLElement) throws(ZigguratError) -> BundleFile
    {
        guard let bytes = root.document() else {
            throw ZigguratError(DescriptorFailure.notWritable, path)
        }
        return BundleFile(path: path, bytes: bytes)
    }
}
