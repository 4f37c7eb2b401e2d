package import ZigguratCore

/// The archive that contains the tiles of a page. It is beside the page.
package struct PageArchive: Hashable, Sendable {
    /// The kind of archive, which decides how the page finds tiles.
    package let kind: ArchiveKind
    /// The path of the archive relative to the page.
    package let path: String
    /// The size of the archive in bytes.
    package let byteCount: Int
    /// The name of the bundle in the list of all images, such as `xyz (pmtiles)`.
    package let title: String

    package init(_ kind: ArchiveKind, path: String, byteCount: Int, title: String) {
        (self.kind, self.path, self.byteCount, self.title) = (kind, path, byteCount, title)
    }

    /// The configuration that `archive.js` reads.
    var json: JSONValue {
        [
            "file": .string(path), "kind": .string(kind.rawValue), "size": .integer(byteCount),
        ]
    }
}
