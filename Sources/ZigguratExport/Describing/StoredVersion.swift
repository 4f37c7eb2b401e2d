internal import ZigguratCore
internal import ZigguratSystem
internal import ZigguratViewer

/// The version of the tiles in a bundle's page, by which browsers tell kept tiles from newer ones.
enum StoredVersion {
    private static let start = Array("\"offline\":{".utf8)
    private static let name = Array("\"version\":\"".utf8)

    /// - Returns: `nil` if the bundle's page has none.
    static func read(in bundle: String) throws(ZigguratError) -> String? {
        guard let bytes = try FileSystem.contents(of: "\(bundle)/index.html"),
            let start = bytes.firstRange(of: start),
            let name = bytes[start.upperBound...].firstRange(of: name)
        else { return nil }
        let text = bytes[name.upperBound...].prefix { $0 != UInt8(ascii: "\"") }
        return String(decoding: text, as: UTF8.self)
    }
}
