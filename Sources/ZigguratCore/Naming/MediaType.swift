internal import ZigguratSystem

/// The media types of the files of exports, for web servers.
///
/// Source: IANA's registry of media types. Formats without an entry have the type of their base
/// format: Deep Zoom descriptors are XML, SZI files are ZIP archives.
package enum MediaType {
    /// The type of a file with an unknown extension.
    package static let unknown = "application/octet-stream"

    /// Media types by file extension in lower case, without the extensions of ``TileFormat``.
    private static let byEnding = [
        "css": "text/css; charset=utf-8",
        "csv": "text/csv; charset=utf-8",
        "dzc": "application/xml",
        "dzi": "application/xml",
        "gif": "image/gif",
        "htm": "text/html; charset=utf-8",
        "html": "text/html; charset=utf-8",
        "ico": "image/vnd.microsoft.icon",
        "js": "text/javascript; charset=utf-8",
        "json": "application/json",
        "jsonld": "application/ld+json",
        "kml": "application/vnd.google-earth.kml+xml",
        "mbtiles": "application/vnd.sqlite3",
        "md": "text/markdown; charset=utf-8",
        "mjs": "text/javascript; charset=utf-8",
        "pdf": "application/pdf",
        "plist": "application/xml",
        "pmtiles": "application/vnd.pmtiles",
        "svg": "image/svg+xml",
        "szi": "application/zip",
        "tif": "image/tiff",
        "tiff": "image/tiff",
        "txt": "text/plain; charset=utf-8",
        "vrt": "application/xml",
        "xml": "application/xml",
        "zip": "application/zip",
    ]

    /// The known file extensions, sorted.
    package static var endings: [String] {
        Set(byEnding.keys).union(TileFormat.all.flatMap { $0.traits.fileExtensions }).sorted()
    }

    /// Returns the type of a file by its path or its name.
    package static func of(_ path: String) -> String {
        let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
            return unknown
        }
        let ending = String(name[name.index(after: dot)...]) ?? ""
        return TileFormat(fileExtension: ending)?.mediaType ?? byEnding[ending.lowercased()]
            ?? unknown
    }
}
