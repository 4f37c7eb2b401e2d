internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem
internal import ZigguratViewer

/// The page of a destination that lists its exports.
struct Gallery {
    let destination: Destination
    let pages: PageWriter

    /// Marks the pages that Ziggurat wrote and may replace.
    private static let signature = #"<meta name="generator" content="Ziggurat"#

    var isWritten: Bool { (try? isOurs(destination.folder(of: "index.html"))) ?? false }

    /// Writes the page from the manifests of the exports.
    ///
    /// - Returns: the path of the page; `nil` if another program's page is there, which is kept.
    func write() throws(ZigguratError) -> String? {
        let library = try ExportLibrary(destination.path)
        // When two runs end together, the page of the later one must list both.
        return try destination.withLock { () throws(ZigguratError) in
            let index = destination.folder(of: "index.html")
            if FileSystem.exists(index), try !isOurs(index) { return nil }
            let entries = try library.contents().manifests.compactMap(\.galleryEntry)
            try destination.update(try pages.gallery(of: entries))
            return index
        }
    }

    private func isOurs(_ page: String) throws(ZigguratError) -> Bool {
        guard !FileSystem.isFolder(page), let bytes = try FileSystem.contents(of: page) else {
            return false
        }
        return String(decoding: bytes, as: UTF8.self).contains(Self.signature)
    }
}

extension Manifest {
    /// The export as a gallery shows it; `nil` if nothing of it can be opened.
    var galleryEntry: GalleryEntry? {
        let links = bundles.compactMap { bundle -> GalleryEntry.Link? in
            if let page = bundle.page {
                return (title: bundle.layout, path: "\(name)/\(page)", isPage: true)
            }
            guard !bundle.isFolder else { return nil }
            return (
                title: "\(bundle.layout) (\(settings.container))", path: "\(name)/\(bundle.path)",
                isPage: false
            )
        }
        guard !links.isEmpty else { return nil }
        var entry = GalleryEntry(
            name: name, title: settings.caption.title ?? name, size: image.size,
            thumbnail: "\(name)/\(thumbnail)", links: links)
        entry.titles = settings.caption.translations.compactMapValues(\.title)
        entry.language = settings.caption.language
        return entry
    }
}
