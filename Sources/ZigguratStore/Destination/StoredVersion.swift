internal import FoundationEssentials
internal import ZigguratCore
package import ZigguratSystem
internal import ZigguratViewer

/// Reads the version of the tiles from a bundle's page. Browsers use it to distinguish stored tiles
/// from newer tiles.
package enum StoredVersion {
    private static let start = Array("\"offline\":{".utf8)
    private static let name = Array("\"version\":\"".utf8)

    /// - Returns: `nil` if the bundle's page has no version.
    package static func read(in bundle: String) throws(ZigguratError) -> String? {
        guard let bytes = try FileSystem.contents(of: "\(bundle)/index.html"),
            let start = bytes.firstRange(of: start),
            let name = bytes[start.upperBound...].firstRange(of: name)
        else { return nil }
        let text = bytes[name.upperBound...].prefix { $0 != UInt8(ascii: "\"") }
        return String(decoding: text, as: UTF8.self)
    }
}

/// Reads the small image in a bundle's page, which the page shows until the first tile arrives.
package enum StoredPlaceholder {
    private static let start = Array("data:image/jpeg;base64,".utf8)

    /// Reads the small image of the page beside a bundle that is one file.
    ///
    /// - Returns: `nil` if the bundle has no page, or if the page has no small image.
    package static func read(
        beside bundle: Manifest.Bundle, in export: String
    ) throws(ZigguratError) -> [UInt8]? {
        try bundle.pageFolder.flatMap { path throws(ZigguratError) in
            try read(in: "\(export)/\(path)")
        }
    }

    /// - Returns: `nil` if the bundle's page has no small image.
    package static func read(in bundle: String) throws(ZigguratError) -> [UInt8]? {
        for path in ["viewer/picture.js", "index.html"] {
            guard let bytes = try FileSystem.contents(of: "\(bundle)/\(path)"),
                let start = bytes.firstRange(of: start)
            else { continue }
            let text = bytes[start.upperBound...].prefix { $0 != UInt8(ascii: "\"") }
            return Base64.decoded(text)
        }
        return nil
    }
}

enum Base64 {
    /// - Returns: `nil` if the text is not Base64.
    static func decoded(_ text: some Sequence<UInt8>) -> [UInt8]? {
        Data(base64Encoded: Data(text)).map { Array($0) }
    }
}
