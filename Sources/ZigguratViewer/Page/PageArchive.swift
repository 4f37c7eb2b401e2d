package import ZigguratCore

/// The archive beside a page that has the tiles of the page.
package struct PageArchive: Hashable, Sendable {
    /// How the page finds tiles in it.
    package let kind: ArchiveKind
    /// The path of the file relative to the page.
    package let path: String
    package let byteCount: Int
    /// The name of the bundle in the list of all images, such as `xyz (pmtiles)`.
    package let title: String

    package init(_ kind: ArchiveKind, path: String, byteCount: Int, title: String) {
        (self.kind, self.path, self.byteCount, self.title) = (kind, path, byteCount, title)
    }

    /// What `archive.js` reads.
    var json: JSONValue {
        [
            "file": .string(path), "kind": .string(kind.rawValue), "size": .integer(byteCount),
        ]
    }
}
