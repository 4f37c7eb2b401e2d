package import ZigguratCore
package import ZigguratSystem

extension PageWriter {
    /// The index page of a destination, and the list from which its pages know each other.
    ///
    /// - Parameter entries: in the order in which they appear.
    package func gallery(
        of entries: [GalleryEntry], title: String = "Pictures"
    ) throws(ZigguratError) -> [BundleFile] {
        let style = templates.bytes("gallery.css")
        let script = InlineScript.safe(templates.bytes("gallery.js"))
        let fields = GalleryFields(
            policy: ContentPolicy.page(style: style, scripts: [script]),
            style: String(decoding: style, as: UTF8.self),
            script: String(decoding: script, as: UTF8.self), title: title,
            count: entries.count == 1 ? "1 picture" : "\(entries.count.grouped) pictures",
            hasEntries: !entries.isEmpty,
            entries: try entries.enumerated().map { index, entry throws(ZigguratError) in
                try GalleryFields.Entry(entry, index: index)
            })
        return [try templates.page("gallery.html", fields), try Self.list(of: entries)]
    }

    /// A script with one image a line, so that version control shows what changed. Pages load it, so
    /// that a new image changes no page.
    private static func list(of entries: [GalleryEntry]) throws(ZigguratError) -> BundleFile {
        let lines = try entries.map(Listed.init).filter { !$0.pages.isEmpty }
            .map { entry throws(ZigguratError) in try ScriptJSON.text(entry) }
        let text = "window.zigguratPictures = [\n\(lines.joined(separator: ",\n"))\n];\n"
        return BundleFile(path: "pictures.js", bytes: Array(text.utf8))
    }

    /// A member of the list; `pager.js` reads it.
    private struct Listed: Encodable {
        let name, title: String
        let thumbnail: String?
        let pages: [Page]

        struct Page: Encodable {
            let layout, path: String
        }

        init(_ entry: GalleryEntry) {
            (name, title, thumbnail) = (entry.name, entry.title, entry.thumbnail)
            pages = entry.links.filter(\.isPage).map { Page(layout: $0.title, path: $0.path) }
        }
    }
}
