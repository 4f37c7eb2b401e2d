internal import ZigguratSystem

extension Publication {
    /// A stage of an upload. Stages follow each other, so that a page or a descriptor never refers to a
    /// missing file; files are deleted in the opposite order.
    public enum Stage: String, CaseIterable, Sendable, Codable {
        /// Tiles, other images, containers, and files of unknown kinds.
        case tiles
        /// Files that describe the tiles: `.dzi`, `info.json`, manifests.
        case descriptors
        /// The scripts and styles of the pages.
        case scripts
        /// The pages of the bundles.
        case pages
        /// The index page of a destination, the list from which its pages know each other, and the
        /// sitemap.
        case gallery

        private static let byEnding: [String: Publication.Stage] = [
            "css": .scripts, "csv": .descriptors, "dzc": .descriptors, "dzi": .descriptors,
            "htm": .pages, "html": .pages, "js": .scripts, "json": .descriptors,
            "jsonld": .descriptors, "kml": .descriptors, "mjs": .scripts, "plist": .descriptors,
            "txt": .descriptors,
            "vrt": .descriptors, "xml": .descriptors,
        ]

        init(of path: String, in kind: PublishedFolder.Kind) {
            let gallery = ["index.html", "pictures.js", "sitemap.xml"]
            guard !(kind == .destination && gallery.contains(path)) else {
                self = .gallery
                return
            }
            let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
            let ending = name.split(separator: UInt8(ascii: ".")).last.flatMap { String($0) } ?? ""
            self = Self.byEnding[ending.lowercased()] ?? .tiles
        }
    }
}
