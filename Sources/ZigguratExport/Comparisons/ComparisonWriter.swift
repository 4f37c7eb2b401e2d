package import ZigguratCore
package import ZigguratFormats
internal import ZigguratImaging
package import ZigguratStore
package import ZigguratSystem
package import ZigguratViewer

/// Creates the files of a comparison from its record and the manifests of the compared exports.
package struct ComparisonWriter {
    /// The destination that contains the comparison and the exports.
    package let destination: Destination
    package let pages: PageWriter
    package let formats: Formats

    package init(destination: Destination, pages: PageWriter, formats: Formats) {
        (self.destination, self.pages, self.formats) = (destination, pages, formats)
    }

    /// Returns the page, its scripts and the record, with paths relative to the folder of the
    /// comparison.
    ///
    /// - Returns: `nil` if an export is missing.
    /// - Throws: ``ComparisonError/unreadableContainer(_:)`` if a page cannot read a bundle.
    package func files(of comparison: StoredComparison) throws(ZigguratError) -> [BundleFile]? {
        guard let page = try page(of: comparison) else { return nil }
        var comparison = comparison
        let files = try pages.files(for: page)
        comparison.hashes = Dictionary(
            files.map { ($0.path, XXH3.digits(of: $0.bytes)) }, uniquingKeysWith: { $1 })
        comparison.templates = pages.templatesDigest
        return files + [try .json(StoredComparison.fileName, comparison)]
    }

    /// Writes outdated pages of comparisons again.
    ///
    /// Pages that were made from other templates are kept. Pages that cannot be created are kept,
    /// too; `verify` reports them.
    ///
    /// - Precondition: the destination is locked.
    func updateAll(_ comparisons: [StoredComparison]) throws(ZigguratError) {
        for comparison in comparisons where comparison.templates == pages.templatesDigest {
            guard let files = (try? files(of: comparison)) ?? nil else { continue }
            try destination.update(
                files.map { BundleFile(path: "\(comparison.name)/\($0.path)", bytes: $0.bytes) })
        }
    }

    private func page(of comparison: StoredComparison) throws(ZigguratError) -> ComparisonPage? {
        var pictures: [ComparisonPage.Picture] = []
        var titles: [String] = []
        var preview: (path: String, isLarge: Bool)?
        var base = comparison.baseURL
        for picture in comparison.pictures {
            let folder = destination.folder(of: picture.export)
            guard let manifest = try ManifestCache.shared.manifest(ofExport: folder),
                let bundle = manifest.bundles.first(where: { $0.path == picture.bundle })
            else { return nil }
            let found = try self.picture(picture, bundle, manifest, root: comparison.root)
            pictures.append(found)
            titles.append(picture.label ?? found.image.bundle.title)
            base = base ?? manifest.settings.baseURL
            let card = manifest.previews?.linkPreview
            preview =
                preview
                ?? ("\(picture.export)/\(card?.path ?? manifest.thumbnail)", card != nil)
        }
        var page = ComparisonPage(
            name: Path.name(of: comparison.name),
            title: comparison.title ?? StoredComparison.title(from: titles, comparison.mode),
            mode: comparison.mode, pictures: pictures)
        page.description = comparison.description
        page.language = comparison.language
        page.gallery = comparison.root + GalleryRecord.page
        if let base = BaseAddress.ofDestination(base) {
            page.address = "\(base)/\(PercentEncoding.path(comparison.name))"
            page.card = preview.map { ("\(base)/\(PercentEncoding.path($0.path))", $0.isLarge) }
        }
        return page
    }

    private func picture(
        _ picture: StoredComparison.Picture, _ bundle: Manifest.Bundle, _ manifest: Manifest,
        root: String
    ) throws(ZigguratError) -> ComparisonPage.Picture {
        let export = root + picture.export
        let place = destination.folder(of: "\(picture.export)/\(bundle.path)")
        guard let layout = try manifest.layout(of: bundle, formats) else {
            throw ZigguratError(PyramidError.unknownLayout(bundle.layout), place)
        }
        let settings = manifest.settings(of: bundle)
        let pyramid = try layout.storedPyramid(
            name: manifest.fileStem, imageSize: manifest.image.size, tiling: bundle.tiling,
            levels: settings.levels, at: place)
        let description = BundleDescription(
            of: manifest, settings, layout, pyramid, absent: bundle.absent ?? .none, formats)
        var image = PageDescription(
            of: description, layout, settings: settings, placeholder: nil)
        if bundle.isFolder {
            image.tileFolder = "\(export)/\(bundle.path)/"
        } else {
            let container = formats.container(named: settings.container)
            guard let readable = container?.abilities.ranges else {
                throw ZigguratError(
                    ComparisonError.unreadableContainer(settings.container), place)
            }
            image.tileFolder = readable.tileFolder(of: description)
            image.archive = PageArchive(
                readable.archiveKind, path: "\(export)/\(bundle.path)", byteCount: bundle.bytes,
                title: manifest.title(of: bundle))
        }
        return ComparisonPage.Picture(
            image, label: picture.label, page: bundle.page.map { "\(export)/\($0)" },
            thumbnail: "\(export)/\(manifest.thumbnail)", transform: picture.transform)
    }
}

extension Exporter {
    /// An existing comparison.
    package struct Comparison: Hashable, Sendable, Codable {
        package let name: String
        /// The path of the comparison's folder, including the destination.
        package let folder: String
        package let page: String
        package let images: Int
        package let mode: String

        init(_ comparison: StoredComparison, in destination: Destination) {
            name = comparison.name
            folder = destination.folder(of: name)
            page = "\(folder)/\(GalleryRecord.page)"
            images = comparison.pictures.count
            mode = comparison.mode.rawValue
        }
    }

    /// Returns the comparisons in the destination.
    package func comparisons() throws(ZigguratError) -> [Comparison] {
        try ExportLibrary(destination).comparisons().map { Comparison($0, in: folder) }
    }

    /// Writes a page that compares exports of the destination.
    ///
    /// An existing page with equal content is written again. ``Options/replaces`` allows replacing
    /// a different comparison.
    ///
    /// - Throws: ``ComparisonError`` or ``RegistrationError``. After an error the destination
    ///   is unchanged.
    package func compare(
        _ request: ComparisonRequest
    ) throws(ZigguratError) -> (comparison: Comparison, registrations: [Registration]) {
        try startingOverOnce { () throws(ZigguratError) in
            var states = EntryStates()
            do throws(ZigguratError) {
                return try compare(request, &states)
            } catch {
                throw states.blaming(error)
            }
        }
    }

    /// - Parameter states: receives the states of the compared exports and of the existing
    ///   comparison.
    private func compare(
        _ request: ComparisonRequest, _ states: inout EntryStates
    ) throws(ZigguratError) -> (comparison: Comparison, registrations: [Registration]) {
        guard FileSystem.isFolder(destination) else {
            throw ZigguratError(DestinationError.folderNotFound, destination)
        }
        guard !StoredBook.marks(destination) else {
            throw ZigguratError(ComparisonError.inBook, destination)
        }
        let folder = folder
        let (comparison, registrations) = try request.resolved(
            in: folder, options.formats, &states)
        try states.add(folder.folder(of: comparison.name))
        let writer = ComparisonWriter(
            destination: folder, pages: PageWriter(templates), formats: options.formats)
        guard let files = try writer.files(of: comparison) else {
            throw ZigguratError(ComparisonError.notAnExport, destination)
        }
        try checkPlace(of: comparison)
        try folder.withDraft { draft throws(ZigguratError) in
            let new = "\(draft)/\(Path.name(of: comparison.name))"
            for file in files {
                let place = "\(new)/\(file.path)"
                try FileSystem.makeFolders(Path.split(place).folder)
                try FileSystem.replace(place, with: file.bytes)
            }
            try folder.withLock { [states] () throws(ZigguratError) in
                try states.check()
                try checkPlace(of: comparison)
                try folder.makeParents(of: comparison.name)
                try folder.replace(comparison.name, with: new)
            }
        }
        return (Comparison(comparison, in: folder), registrations)
    }

    /// - Throws: ``ZigguratError`` if the name belongs to an entry that may not be replaced.
    private func checkPlace(of comparison: StoredComparison) throws(ZigguratError) {
        try folder.checkParents(of: comparison.name)
        let place = folder.folder(of: comparison.name)
        guard FileSystem.exists(place) else { return }
        guard StoredComparison.isOurs(place) else {
            throw ZigguratError(ComparisonError.notAComparison, place)
        }
        let isSame = try StoredComparison.read(from: place)?.isSame(as: comparison) ?? false
        guard isSame || options.replaces || options.isForced else {
            throw ZigguratError(ComparisonError.alreadyExists, place)
        }
        if !options.replaces { try folder.checkForeignFiles(ofComparison: comparison.name) }
    }
}
