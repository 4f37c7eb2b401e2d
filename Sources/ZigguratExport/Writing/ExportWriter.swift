package import ZigguratCore
package import ZigguratFormats
package import ZigguratImaging
package import ZigguratStore
package import ZigguratSystem
package import ZigguratViewer

/// Completes an export whose tiles are written, either encoded or repacked: descriptors, pages,
/// manifest, checksums.
package final class ExportWriter {
    package let folder: String
    /// Writes the files that belong to no bundle.
    package let root: any ExportContainer
    private let hashes = FileHashes()
    /// The older export that this export replaces.
    private let old: ReplacedExport?
    private let journal: ExportJournal?
    private let tiles: RunningExportTiles?
    private let name: String
    private let settings: ExportSettings
    private let original: SourceCopy?
    private let previews: PreviewImages?
    private let documents: BundleDocuments
    private let isFolder: Bool
    /// The bundles of the older export that stay.
    private let kept: KeptBundles?
    /// The bytes of the finished bundles which are hard links to other files.
    private var linkedBytes = 0

    /// - Parameters:
    ///   - folder: the empty folder that the export is written to.
    ///   - old: the older export, whose files are reused if they have equal bytes.
    ///   - kept: the bundles of the older export that stay.
    ///   - journal: the journal of this export; `nil` if it cannot be continued after an
    ///     interruption.
    ///   - tiles: records each complete tile.
    ///   - pages: creates the pages. Not used if the settings or the container exclude pages.
    ///   - tour: the images and sounds of the tour.
    package init(
        _ name: String, _ bundles: [ExportPlan.Bundle], _ settings: ExportSettings,
        in container: any ContainerFormat, at folder: String, replacing old: ReplacedExport?,
        keeping kept: KeptBundles?, journal: ExportJournal? = nil,
        tiles: RunningExportTiles? = nil, pages: PageWriter,
        original: SourceCopy? = nil, previews: PreviewImages? = nil, tour: TourContent,
        formats: Formats
    ) throws(ZigguratError) {
        self.tiles = tiles
        self.kept = kept
        self.folder = folder
        self.old = old
        self.journal = journal
        self.name = name
        self.settings = settings
        self.original = original
        self.previews = previews
        let layouts =
            (try kept?.folderLayouts() ?? []) + (container.isFolder ? bundles.map(\.layout) : [])
        documents = BundleDocuments(
            name: name, settings: settings, layouts: layouts, container: container,
            original: original, previews: self.previews, pageWriter: pages, tour: tour,
            formats: formats,
            alternatives: bundles.compactMap { bundle in
                guard bundle.container.isFolder,
                    let layout = bundle.layout.abilities.alternative
                else { return nil }
                return BundleDocuments.Alternative(layout: layout, pyramid: bundle.pyramid)
            } + (try kept?.alternatives() ?? []))
        isFolder = container.isFolder
        bundleThumbnail =
            documents.pages == nil ? container.thumbnail : PageDescription.bundleThumbnail
        try FileSystem.makeFolders("\(folder)/\(settings.fixity.payload)")
        root = HashedContainer(
            try FolderContainer(folder), into: hashes, old: old, journal: journal)
    }

    package var thumbnail: String { settings.fixity.payload + "thumbnail.jpg" }

    /// The path of the thumbnail in each bundle; `nil` if bundles have no thumbnail.
    let bundleThumbnail: String?

    package func open(_ bundle: ExportPlan.Bundle) throws(ZigguratError) -> any ExportContainer {
        let (place, prefix) = ("\(folder)/\(bundle.path)", "\(bundle.path)/")
        if bundle.container.abilities.isPlainFolder {
            return HashedContainer(
                try FolderContainer(place), into: hashes, old: old, journal: journal,
                written: tiles, prefix: prefix)
        }
        let container = try bundle.container.open(bundle.description, at: place)
        return isFolder
            ? HashedContainer(files: container, into: hashes, written: tiles, prefix: prefix)
            : ArchiveContainer(container, journal?.bandTiles, prefix: prefix)
    }

    /// Writes all files of a bundle except tiles, and closes its container.
    ///
    /// - Parameters:
    ///   - absent: the blank tiles that are not written.
    ///   - placeholder: a small JPEG of the whole image, which the page shows until the first tile
    ///     arrives.
    ///   - thumbnail: the bundle's thumbnail; `nil` if it is already written.
    package func finish(
        _ bundle: ExportPlan.Bundle, in container: any ExportContainer, absent: AbsentTiles,
        placeholder: [UInt8], thumbnail: [UInt8]? = nil
    ) throws(ZigguratError) -> Manifest.Bundle {
        var description = bundle.description
        description.absent = absent
        var files: [BundleFile] = []
        if let bundleThumbnail, let thumbnail {
            files.append(BundleFile(path: bundleThumbnail, bytes: thumbnail))
        }
        files += try documents.files(
            of: bundle.layout, description, path: bundle.path, placeholder: placeholder,
            version: container.version)
        for file in files { try container.write(file) }
        let totals = try container.finish()
        linkedBytes += totals.linkedBytes
        let beside = try documents.filesBeside(
            bundle.layout, description, path: bundle.path, byteCount: totals.bytes,
            placeholder: placeholder)
        for file in beside { try root.write(file) }
        return Manifest.Bundle(
            layout: bundle.layout.name, path: bundle.path, isFolder: isFolder,
            tiling: bundle.pyramid.tiling, levels: bundle.pyramid.levels.count,
            tiles: bundle.tileCount - absent.count, absent: absent.isEmpty ? nil : absent,
            page: documents.pages != nil && isFolder
                ? "\(bundle.path)/index.html" : beside.page,
            files: totals.files, bytes: totals.bytes)
    }

    package func finish(
        _ bundles: [Manifest.Bundle], of source: Manifest.Source, _ image: SourceHeader,
        encodedTiles: Int, sourceSet: SourceSet? = nil, colour: RGBColor? = nil, threadCount: Int
    ) throws(ZigguratError) -> WrittenExport {
        var previews = previews
        previews?.colour = colour?.hex
        let payload = settings.fixity.payload
        if let sourceSet { try root.write(try sourceSet.file(in: payload)) }
        var (all, settings) = (bundles, settings)
        if let kept {
            all = kept.ordered(
                try kept.write(into: newExport(of: source, image)) + bundles, settings)
            settings.layouts = all.map(\.layout)
            settings.tilings = all.map(\.tiling)
        }
        let manifest = Manifest(
            format: Manifest.currentFormat, generator: Ziggurat.generator, name: name,
            source: source, image: image, settings: settings, bundles: all,
            encodedTiles: encodedTiles, thumbnail: thumbnail,
            previews: previews.flatMap { $0.isEmpty ? nil : $0 },
            sizes: sourceSet?.images,
            srcset: sourceSet.map { _ in payload + SourceSet.fileName },
            hashes: FileHashes.fileName)
        try root.write(try .json(Manifest.fileName, manifest))
        try journal?.removeUnclaimedFiles(in: folder, hashes)
        try settings.fixity.seal(folder, manifest, threadCount: threadCount, in: root)
        for path in bundles.filter({ !$0.isFolder }).map(\.path)
            + [original?.path(in: settings.fixity)].compactMap(\.self)
        {
            let entry = try hashes.add(path, in: folder)
            old?.takeOver(path, entry, in: folder)
        }
        let count = hashes.count + 1
        try HashedContainer(try FolderContainer(folder), into: FileHashes(), old: old).write(
            hashes.file)
        let changes = old.map { ExportResult.Changes(files: count, changed: count - $0.keptCount) }
        let isNew = old == nil && kept == nil && journal?.kept.isEmpty != false
        return WrittenExport(
            manifest: manifest, changes: changes,
            linkedBytes: isNew ? linkedBytes - linkedThumbnailBytes : nil)
    }

    /// The size of the first thumbnail of a bundle, if it is a hard link to the thumbnail of the
    /// export, which belongs to no bundle.
    private var linkedThumbnailBytes: Int {
        guard isFolder, bundleThumbnail != nil, linkedBytes > 0 else { return 0 }
        return min(linkedBytes, FileSystem.size(of: "\(folder)/\(thumbnail)"))
    }

    private func newExport(of source: Manifest.Source, _ image: SourceHeader)
        -> KeptBundles.NewExport
    {
        KeptBundles.NewExport(
            folder: folder, settings: settings, source: source, image: image, hashes: hashes,
            replaced: old, thumbnail: thumbnail, documents: documents)
    }
}

extension PageLink {
    /// Returns the links of a page to the other bundles of its export, which are all folders.
    ///
    /// - Parameter bundle: the layout of the page's bundle; `nil` if the page does not belong to a
    ///   folder bundle.
    static func links(
        from bundle: (any Layout)?, to layouts: [any Layout], original: SourceCopy?, havePages: Bool
    ) -> [PageLink] {
        var links: [PageLink] = []
        for layout in layouts where layout.name != bundle?.name && havePages {
            links.append(
                PageLink(to: .layout(layout.name), path: "../\(layout.name)/index.html"))
        }
        for layout in layouts {
            guard let manifest = layout.presentationManifest else { continue }
            let isOwn = layout.name == bundle?.name
            links.append(
                PageLink(
                    to: .manifest(layout: isOwn ? nil : layout.name),
                    path: isOwn ? manifest : "../\(layout.name)/\(manifest)"))
        }
        if let original {
            links.append(
                PageLink(
                    to: .original(name: original.file, bytes: original.bytes),
                    path: "../\(SourceCopy.folder)/\(original.file)"))
        }
        return links
    }
}
