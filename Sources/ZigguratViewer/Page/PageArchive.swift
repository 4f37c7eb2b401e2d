package import ZigguratCore

/// The archive beside a page that contains the tiles of the page.
package struct PageArchive: Hashable, Sendable {
    /// The key by which the page finds tiles in the archive.
    package let kind: ArchiveKind
    /// The path of the file relative to the page.
    package let path: String
    /// The size of the file.
    package let byteCount: Int
    /// The name of the bundle in the list of all images, such as `xyz (pmtiles)`.
    package let title: String

    package init(_ kind: ArchiveKind, path: String, byteCount: Int, title: String) {
        (self.kind, self.path, self.byteCount, self.title) = (kind, path, byteCount, title)
    }

    /// The value that `archive.js` reads.
    var json: JSONValue {
        [
            "file": .string(path), "kind": .string(kind.rawValue), "size": .integer(byteCount),
        ]
    }
}
