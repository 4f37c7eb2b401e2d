internal import ZigguratCore

/// The scripts of each kind of page, in the order in which they run.
enum PageScripts {
    /// The scripts in the head of every page, before the texts of a language.
    static let head = ScriptNeeds.builtIn.order(["head/text.js"])
    /// The scripts in the head after the texts of a language; galleries do not have them.
    static let start = ScriptNeeds.builtIn.order(["head/start.js"], after: head)
    /// The script that starts the page of an image.
    static let main = "page/ziggurat.js"
    /// The script that starts the page of a comparison.
    static let comparisonMain = "compare/compare.js"

    static let gallery = ScriptNeeds.builtIn.order(["gallery/gallery.js"], after: head)

    /// Returns the scripts of the page of an image.
    ///
    /// - Parameters:
    ///   - archive: the kind of the archive with the tiles; `nil` if the tiles are in folders.
    ///   - hasFormats: whether the page may have tiles in two formats.
    ///   - isBook: whether the image may be a page of a book.
    static func image(
        _ viewer: PageTemplates.Viewer, archive: ArchiveKind? = nil, hasFormats: Bool = false,
        isBook: Bool = false
    ) -> [String] {
        let library =
            viewer == .leaflet ? "leaflet/leaflet.js" : "openseadragon/seadragon.js"
        let archives: Set<ArchiveKind> = archive.map { [$0] } ?? []
        return ScriptNeeds.builtIn.order(
            tiles(archives) + (hasFormats ? ["tiles/formats.js"] : [])
                + (isBook ? ["page/contents.js", "page/spread.js"] : []) + [library, main],
            after: head)
    }

    /// Returns the scripts of the page of a comparison.
    ///
    /// - Parameter archives: the kinds of archives that contain the images' tiles.
    static func comparison(archives: Set<ArchiveKind>) -> [String] {
        ScriptNeeds.builtIn.order(tiles(archives) + [comparisonMain], after: head)
    }

    private static func tiles(_ archives: Set<ArchiveKind>) -> [String] {
        archives.isEmpty ? [] : readers(of: archives) + ["archive/archive.js"]
    }

    /// Returns the scripts that read some kinds of archives.
    static func readers(of kinds: Set<ArchiveKind>) -> [String] {
        ArchiveKind.allCases.filter(kinds.contains).map { "archive/\($0.rawValue).js" }
    }
}
