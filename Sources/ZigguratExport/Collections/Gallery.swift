internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
package import ZigguratStore
package import ZigguratSystem
package import ZigguratViewer

/// The page of a destination that lists its exports.
package struct Gallery {
    package let destination: Destination
    package let pages: PageWriter

    package init(destination: Destination, pages: PageWriter) {
        (self.destination, self.pages) = (destination, pages)
    }

    /// Identifies the pages that Ziggurat wrote and may replace.
    private static let signature = #"<meta name="generator" content="Ziggurat"#

    package var isWritten: Bool {
        (try? isOurs(destination.folder(of: GalleryRecord.page))) ?? false
    }

    /// Writes the page from the manifests of the exports.
    ///
    /// - Parameter formats: the formats, with the collections of the destination.
    /// - Returns: the path of the page; `nil` if a page of another program has this path. That page
    ///   is kept.
    func write(_ formats: Formats) throws(ZigguratError) -> String? {
        let library = try ExportLibrary(destination.path)
        if StoredBook.marks(destination.path) { return try writeBook(formats) }
        // If two runs end at the same time, the page of the later run must list the exports of
        // both.
        return try destination.withLock { () throws(ZigguratError) in
            let index = destination.folder(of: GalleryRecord.page)
            if FileSystem.exists(index), try !isOurs(index) { return nil }
            let comparisons = try library.comparisons()
            try ComparisonWriter(destination: destination, pages: pages, formats: formats)
                .updateAll(comparisons)
            let entries = try Self.entries(in: library, comparisons)
            let coverBytes = try FileSystem.contents(of: coverPlace)
            let cover = try coverBytes.map(readCover)
            var language = cover?.language
            if language == nil { language = try commonLanguage(of: library) }
            if language == nil { try SharedScripts.check(in: destination) }
            let languages = language == nil ? try pages.sharedLanguages(nil) : []
            let files = try pages.gallery(of: entries, cover: cover, in: language)
            let sitemap = try updatedSitemap(of: entries)
            let site = DestinationSite(destination: destination, formats: formats)
            let record = GalleryRecord(
                page: files[0].bytes, list: files[1].bytes,
                others: entries.filter { !$0.isListed }.map(\.name), sitemap: sitemap?.bytes,
                collections: site.ownCollections.map(\.entry), cover: coverBytes)
            try destination.update(
                [
                    files[0],
                    BundleFile(path: GalleryRecord.list, bytes: try record.line() + files[1].bytes),
                ] + [sitemap].compactMap(\.self)
                    + languages)
            return index
        }
    }

    /// The path of `gallery.json`, which contains the title of the gallery.
    package var coverPlace: String { destination.folder(of: GalleryCover.file) }

    /// The content of `gallery.json`; `nil` if the file is missing.
    var cover: GalleryCover? {
        get throws(ZigguratError) { try FileSystem.contents(of: coverPlace).map(readCover) }
    }

    private func readCover(_ bytes: [UInt8]) throws(ZigguratError) -> GalleryCover {
        try Result { () throws(ZigguratError) in try GalleryCover(bytes) }
            .mapError { $0.about(coverPlace) }.get()
    }

    /// Returns the sitemap to write. Returns `nil` if the public address of the destination is
    /// unknown, or if another program wrote the existing sitemap.
    ///
    /// Removes an existing sitemap if no sitemap can be written.
    private func updatedSitemap(
        of entries: [GalleryEntry]
    ) throws(ZigguratError) -> BundleFile? {
        let old = try FileSystem.contents(of: destination.folder(of: Sitemap.path))
        if let old, !Sitemap.isOurs(old) { return nil }
        let sitemap = try Sitemap.file(of: entries)
        if sitemap == nil, old != nil { try destination.removeEntry(Sitemap.path) }
        return sitemap
    }

    /// Returns the entries of the exports, books and comparisons of a destination, sorted by the
    /// order in their captions and then by name.
    package static func entries(
        in library: ExportLibrary, _ comparisons: [StoredComparison]
    ) throws(ZigguratError) -> [GalleryEntry] {
        let manifests = try library.contents().manifests
        let books = try library.books()
        let bookEntries = try library.entries(of: books)
        let entries = manifests.map { ($0.settings.caption.order, $0.name, $0.galleryEntry) }
        let comparisons = try library.entries(of: comparisons)
        guard !books.isEmpty || !comparisons.isEmpty else { return entries.compactMap(\.2) }
        return
            (entries + zip(books, bookEntries).map { ($0.caption.order, $0.name, $1) }
            + comparisons.map { (nil, $0.name, $0) })
            .sorted { ($0.0 ?? .infinity, $0.1) < ($1.0 ?? .infinity, $1.1) }.compactMap(\.2)
    }

    /// Returns the language of all exports' pages; returns `nil` if the languages differ, or if the
    /// pages use the visitor's language.
    private func commonLanguage(of library: ExportLibrary) throws(ZigguratError) -> String? {
        let languages = Set(try library.contents().manifests.map(\.settings.language))
        guard languages.count == 1, let language = languages.first.flatMap(\.self) else {
            return nil
        }
        return pages.hasLanguage(language) ? language : nil
    }

    /// Writes the page of a book, which takes the place of a gallery.
    private func writeBook(_ formats: Formats) throws(ZigguratError) -> String? {
        try BookWriter(destination: destination, pages: pages, formats: formats).update()
            .flatMap(\.page).map(destination.folder)
    }

    private func isOurs(_ page: String) throws(ZigguratError) -> Bool {
        guard !FileSystem.isFolder(page), let bytes = try FileSystem.contents(of: page) else {
            return false
        }
        return String(decoding: bytes, as: UTF8.self).contains(Self.signature)
    }
}
