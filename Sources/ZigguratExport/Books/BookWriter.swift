package import ZigguratCore
package import ZigguratFormats
internal import ZigguratImaging
package import ZigguratStore
package import ZigguratSystem
package import ZigguratViewer

/// Writes the files of a book outside its pages' exports: record, manifest, page, list and
/// thumbnail.
package struct BookWriter {
    /// The folder of the book.
    package let destination: Destination
    package let pages: PageWriter
    package let formats: Formats

    package init(destination: Destination, pages: PageWriter, formats: Formats) {
        (self.destination, self.pages, self.formats) = (destination, pages, formats)
    }

    /// A book, its files, and the settings of the bundle that its page shows. The settings are
    /// `nil` if the files do not include a page.
    package typealias Files = (book: StoredBook, files: [BundleFile], shown: ExportSettings?)

    /// Writes the files of the book in the folder again.
    ///
    /// - Returns: the book; `nil` if the folder is not a book.
    @discardableResult
    package func update() throws(ZigguratError) -> StoredBook? {
        do throws(ZigguratError) {
            return try destination.withLock { () throws(ZigguratError) in
                // A process that was killed during the export of a page may have left a hidden
                // folder.
                try? destination.clearLeftovers()
                guard let book = try StoredBook.read(from: destination.path) else { return nil }
                return try write(book)
            }
        } catch {
            // Another process has removed the book.
            guard FileSystem.exists(destination.path) else { return nil }
            throw error
        }
    }

    /// Writes a book. Pages without an export are left out.
    ///
    /// - Precondition: the folder of the book is locked.
    func write(_ book: StoredBook) throws(ZigguratError) -> StoredBook {
        var (book, files, shown) = try files(of: book)
        let paths = files.map(\.path)
        for path in [Self.page, Self.list] + documents
        where !paths.contains(path) && FileSystem.exists(destination.folder(of: path)) {
            // A page that was made from other templates is kept.
            if path == Self.page, book.page != nil { continue }
            try destination.removeEntry(path)
        }
        if let shown {
            // The exports may contain scripts of another version of Ziggurat.
            try SharedScripts.check(in: destination)
            files = try pages.sharedFiles(of: shown.viewer, in: shown.language) + files
        }
        try destination.update(files)
        return book
    }

    package static let page = GalleryRecord.page
    package static let list = GalleryRecord.list

    /// The possible file names of a book's IIIF manifest.
    private var documents: [String] {
        Array(Set(formats.layouts.compactMap { $0.abilities.book?.bookDocument }))
    }

    /// Returns the files of a book, made from the exports of its pages.
    package func files(of old: StoredBook) throws(ZigguratError) -> Files {
        var (book, exports) = (old, [(page: StoredBook.Page, manifest: Manifest)]())
        for page in old.pages {
            let folder = destination.folder(of: page.name)
            if let manifest = try ManifestCache.shared.manifest(ofExport: folder) {
                exports.append((page, manifest))
            }
        }
        book.pages = exports.map(\.page)
        // If the first page of a section is missing, the section begins at the next page.
        book.sections = old.sections.compactMap { section in
            let rest = old.pages[min(section.page - 1, old.pages.count)...]
            guard let first = rest.first(where: book.pages.contains),
                let index = book.pages.firstIndex(of: first)
            else { return nil }
            return BookSection(section.title, depth: section.depth, page: index + 1)
        }
        (book.page, book.document) = (nil, nil)
        var files: [BundleFile] = []
        var shown: ExportSettings?
        guard let first = exports.first?.manifest else { return (book, files, nil) }
        if let thumbnail = try FileSystem.contents(
            of: "\(destination.folder(of: first.name))/\(first.thumbnail)")
        {
            files.append(BundleFile(path: book.thumbnail, bytes: thumbnail))
        }
        let bundle = first.bundles.first { $0.page != nil && $0.isFolder }
        if bundle != nil { book.page = Self.page }
        if let document = try document(of: book, exports) {
            book.document = document.path
            files.append(document)
        }
        if let bundle {
            files.append(try list(of: book, exports))
            if first.settings.templates == pages.templatesDigest {
                let page = try page(of: book, first, bundle)
                book.hashes[page.path] = XXH3.digits(of: page.bytes)
                files.append(page)
                shown = first.settings(of: bundle)
            }
        }
        return (book, files + [try .json(StoredBook.fileName, book)], shown)
    }

    /// Returns the IIIF manifest, if all pages have a bundle in a layout that such a manifest can
    /// refer to.
    private func document(
        of book: StoredBook, _ exports: [(page: StoredBook.Page, manifest: Manifest)]
    ) throws(ZigguratError) -> BundleFile? {
        let preferred = formats.collections.filter(\.listsBooks).flatMap(\.layouts)
        for name in preferred {
            guard formats.layout(named: name)?.abilities.book != nil else { continue }
            var (pages, format) = ([BookDescription.Page](), (any BookDescribing)?.none)
            for (page, manifest) in exports {
                guard let (found, description) = try bundle(of: manifest, in: name) else { break }
                format = found.abilities.book
                pages.append(
                    BookDescription.Page(
                        description, label: page.label,
                        caption: manifest.settings.caption.without(book.caption)))
            }
            guard let format, pages.count == exports.count else { continue }
            var description = BookDescription(
                name: book.name, caption: book.caption, baseURL: book.baseURL, pages: pages,
                sections: book.sections)
            description.hasPage = book.page != nil
            description.readingDirection = book.readingDirection
            description.original = book.original.flatMap { file in
                book.originalPath.map { BundleDescription.SourceCopy(file: file, path: $0) }
            }
            return try format.makeBookDocument(of: description)
        }
        return nil
    }

    /// Returns the bundle of an export in a given layout; returns `nil` if the bundle is missing or
    /// is not a folder.
    private func bundle(
        of manifest: Manifest, in name: String
    ) throws(ZigguratError) -> (layout: any Layout, BundleDescription)? {
        guard let bundle = manifest.bundles.first(where: { $0.isFolder && $0.layout == name })
        else { return nil }
        return try description(of: bundle, manifest)
    }

    private func description(
        of bundle: Manifest.Bundle, _ manifest: Manifest
    ) throws(ZigguratError) -> (layout: any Layout, BundleDescription)? {
        guard let layout = try manifest.layout(of: bundle, formats) else { return nil }
        let settings = manifest.settings(of: bundle)
        let pyramid = try layout.storedPyramid(
            name: manifest.name, imageSize: manifest.image.size, tiling: bundle.tiling,
            levels: settings.levels,
            at: "\(destination.folder(of: manifest.name))/\(Manifest.fileName)")
        return (
            layout,
            BundleDescription(
                of: manifest, settings, layout, pyramid, absent: bundle.absent ?? .none, formats)
        )
    }

    /// Returns the list that each page of the book loads to find the other pages.
    private func list(
        of book: StoredBook, _ exports: [(page: StoredBook.Page, manifest: Manifest)]
    ) throws(ZigguratError) -> BundleFile {
        let list = try PageWriter.list(of: exports.compactMap(\.manifest.galleryEntry))
        let contents = BookContents(
            title: book.caption.title ?? ReadableTitle.of(book.name),
            titles: book.caption.translations.compactMapValues(\.title),
            language: book.caption.language, labels: book.pages.map(\.label),
            direction: book.readingDirection,
            sections: book.sections.map { ($0.title, $0.depth, $0.page) },
            gallery: String(repeating: "../", count: ExportName.parents(of: book.name).count + 1)
                + GalleryRecord.page)
        return BundleFile(path: list.path, bytes: try contents.line() + list.bytes)
    }

    /// Returns the page of the book: the viewer, showing the first page.
    private func page(
        of book: StoredBook, _ manifest: Manifest, _ bundle: Manifest.Bundle
    ) throws(ZigguratError) -> BundleFile {
        let folder = "\(manifest.name)/\(bundle.path)"
        guard let (layout, description) = try description(of: bundle, manifest) else {
            throw ZigguratError(
                PyramidError.unknownLayout(bundle.layout), destination.folder(of: folder))
        }
        var page = PageDescription(
            of: description, layout, settings: manifest.settings(of: bundle),
            placeholder: try StoredPlaceholder.read(in: destination.folder(of: folder)))
        page.tileFolder = folder + "/"
        page.thumbnail = book.thumbnail
        page.card = manifest.previews?.linkPreview.map {
            PageCard($0, in: "\(manifest.name)/\(manifest.settings.fixity.payload)")
        }
        page.place = book.name
        page.root = ""
        page.assets = .destination
        page.bundle.caption = description.caption.ofFirstPage(in: book)
        page.heading =
            book.caption.texts(in: page.language).title ?? ReadableTitle.of(book.name)
        page.address = book.baseURL.map { "\($0)/\(PercentEncoding.segment(book.name))" }
        if let document = book.document {
            page.links.append(PageLink(to: .manifest(layout: nil), path: document))
        }
        if let file = book.original, let path = book.originalPath {
            let bytes = FileSystem.size(of: destination.folder(of: path))
            page.links.append(PageLink(to: .original(name: file, bytes: bytes), path: path))
        }
        return try pages.page(of: page)
    }
}

extension Caption {
    /// Returns the texts for the page of a book, which shows the book's first page.
    ///
    /// Texts of the book replace texts of the image. The title is the title of the image, because
    /// the page shows the title of the book above it.
    fileprivate func ofFirstPage(in book: StoredBook) -> Caption {
        var caption = overlaid(by: book.caption)
        caption.title = title
        for language in caption.translations.keys {
            caption.translations[language]?.title = translations[language]?.title
        }
        return caption
    }
}
