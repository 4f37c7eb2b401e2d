internal import ZigguratSystem

/// What goes up together. The stages follow each other, so that whoever reads a page or a
/// descriptor finds everything that it names; what is gone is taken away in the opposite order.
public enum PublicationStage: String, CaseIterable, Sendable, Codable {
    /// Tiles, other pictures, containers, and every file that nothing is known of.
    case tiles
    /// What says how the tiles lie: `.dzi`, `info.json`, manifests.
    case descriptors
    /// The scripts and styles of the pages.
    case scripts
    /// The pages of the bundles.
    case pages
    /// The page that leads to all others, and the list by which they lead to each other.
    case gallery

    private static let byEnding: [String: PublicationStage] = [
        "css": .scripts, "csv": .descriptors, "dzc": .descriptors, "dzi": .descriptors,
        "htm": .pages, "html": .pages, "js": .scripts, "json": .descriptors,
        "jsonld": .descriptors, "kml": .descriptors, "mjs": .scripts, "plist": .descriptors,
        "txt": .descriptors,
        "vrt": .descriptors, "xml": .descriptors,
    ]

    /// The stage of a file, by its path in the folder that is published.
    init(of path: String, in kind: PublishedFolder.Kind) {
        guard !(kind == .destination && ["index.html", "pictures.js"].contains(path)) else {
            self = .gallery
            return
        }
        let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
        let ending = name.split(separator: UInt8(ascii: ".")).last.flatMap { String($0) } ?? ""
        self = Self.byEnding[ending.lowercased()] ?? .tiles
    }

    /// Whether the bytes under an address hardly ever change.
    var isLasting: Bool { self == .tiles }
}
