package import ZigguratCore
package import ZigguratSystem

/// `sitemap.xml`: the addresses of the published pages of a destination, with their images.
///
/// Sources: https://www.sitemaps.org/protocol.html, and Google's extension for images.
package enum Sitemap {
    package static let path = "sitemap.xml"

    /// The line by which Ziggurat recognises its own sitemap.
    private static let mark = "<!-- Written by Ziggurat. -->\n"
    /// The most addresses that the protocol allows in a file.
    static let mostAddresses = 50_000

    /// Returns the sitemap of a gallery, whose page comes first; `nil` if the gallery's address is
    /// unknown.
    package static func file(of entries: [GalleryEntry]) throws(ZigguratError) -> BundleFile? {
        guard let base = GalleryEntry.baseURL(of: entries) else { return nil }
        let pages = entries.prefix(mostAddresses - 1).compactMap { entry -> XMLElement? in
            guard let address = entry.address else { return nil }
            let image = (entry.linkPreview ?? entry.thumbnail).map { path in
                XMLElement(
                    "image:image", [:],
                    [XMLElement("image:loc", text: "\(base)/\(PercentEncoding.path(path))")])
            }
            return XMLElement(
                "url", [:], [XMLElement("loc", text: address)] + [image].compactMap(\.self))
        }
        let root = XMLElement(
            "urlset",
            [
                "xmlns": "http://www.sitemaps.org/schemas/sitemap/0.9",
                "xmlns:image": "http://www.google.com/schemas/sitemap-image/1.1",
            ], [XMLElement("url", [:], [XMLElement("loc", text: "\(base)/")])] + pages)
        let document = try BundleFile.xml(path, root).bytes
        let start = (document.firstIndex(of: UInt8(ascii: "\n")) ?? 0) + 1
        return BundleFile(
            path: path, bytes: document[..<start] + Array(mark.utf8) + document[start...])
    }

    /// Whether Ziggurat wrote a file.
    package static func isOurs(_ bytes: [UInt8]) -> Bool {
        bytes.prefix(200).firstRange(of: Array(mark.utf8)) != nil
    }
}

extension GalleryEntry {
    /// Returns the address of the destination; `nil` if entries have different addresses.
    package static func baseURL(of entries: [GalleryEntry]) -> String? {
        let all = Set(entries.compactMap(\.baseURL))
        return all.count == 1 ? all.first : nil
    }

    /// The public address of the page; `nil` if it is unknown.
    var address: String? {
        guard let baseURL, let pageFolder else { return nil }
        return "\(baseURL)/\(PercentEncoding.path(pageFolder))/"
    }
}
