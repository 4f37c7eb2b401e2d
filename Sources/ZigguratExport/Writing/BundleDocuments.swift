package import ZigguratCore
package import ZigguratFormats
package import ZigguratImaging
package import ZigguratStore
package import ZigguratSystem
package import ZigguratViewer

/// Creates all files of bundles except tiles: descriptors, records and pages.
package struct BundleDocuments {
    package let name: String
    package var settings: ExportSettings
    /// The layouts of those bundles of the export that are folders.
    let layouts: [any Layout]
    var container: any ContainerFormat
    package let original: SourceCopy?
    /// The larger thumbnails in the export's folder.
    package let previews: PreviewImages?
    /// Creates the pages. Not used if the settings or the container exclude pages.
    let pageWriter: PageWriter
    /// The images and sounds of the tour.
    package let tour: TourContent
    package let formats: Formats
    /// The bundles that repeat the tiles of another bundle in another format.
    var alternatives: [Alternative] = []

    package init(
        name: String, settings: ExportSettings, layouts: [any Layout],
        container: any ContainerFormat, original: SourceCopy?, previews: PreviewImages?,
        pageWriter: PageWriter, tour: TourContent, formats: Formats,
        alternatives: [Alternative] = []
    ) {
        self.name = name
        self.settings = settings
        self.layouts = layouts
        self.container = container
        self.original = original
        self.previews = previews
        self.pageWriter = pageWriter
        self.tour = tour
        self.formats = formats
        self.alternatives = alternatives
    }

    /// A folder bundle that repeats the tiles of another bundle in another format.
    package struct Alternative {
        package let layout: AlternativeLayout
        package let pyramid: Pyramid
    }

    /// Creates the pages; `nil` if bundles have no pages.
    package var pages: PageWriter? { settings.hasPages(in: container) ? pageWriter : nil }

    /// Returns a copy for a bundle that has its own settings and container.
    func with(_ settings: ExportSettings, in container: any ContainerFormat) -> Self {
        var documents = self
        (documents.settings, documents.container) = (settings, container)
        return documents
    }

    /// - Parameters:
    ///   - path: the path of the bundle in the export.
    ///   - placeholder: a small JPEG of the whole image, which the page shows until the first tile
    ///     arrives.
    ///   - version: a text that changes with the tiles. Only offline pages use it.
    package func files(
        of layout: any Layout, _ description: BundleDescription, path: String,
        placeholder: [UInt8]?, version: String
    ) throws(ZigguratError) -> [BundleFile] {
        var files = try layout.descriptors(of: description)
        files += try container.descriptors(of: description)
        if let record = try BundleRecord.file(
            of: layout, description, levels: settings.levels, in: container, formats)
        {
            files.append(record)
        }
        guard let pages else { return files }
        var page = PageDescription(
            of: description, layout, settings: settings, placeholder: placeholder)
        if container.isFolder {
            page.card = previews?.linkPreview.map { PageCard($0, in: "../") }
            page.place = "\(name)/\(path)"
            page.canvas = canvas(of: description)
            page.canonicalFolder = layouts.first.map { settings.fixity.payload + $0.name }
            page.links = PageLink.links(
                from: layout, to: layouts, original: original, havePages: true)
            page.alternative = alternative(to: layout, description)
            if settings.offline { page.offlineVersion = version }
        }
        return files + (try pages.files(for: page)) + (try tour.files(of: settings.tour))
    }

    /// Returns the address of the image's canvas in the first IIIF manifest of the export.
    ///
    /// Returns `nil` if the export has no IIIF manifest, or if its public address is unknown.
    func canvas(of description: BundleDescription) -> String? {
        guard description.baseURL != nil else { return nil }
        for layout in layouts {
            guard let path = layout.presentationCanvas else {
                continue
            }
            let folder = settings.fixity.payload + layout.name
            return "\(description.address(ofFolder: folder))/\(path)"
        }
        return nil
    }

    /// Creates the files of a bundle that is on disk. Keeps the placeholder of its page.
    ///
    /// - Parameters:
    ///   - path: the path of the bundle in the export.
    ///   - folder: the folder of the bundle on disk.
    ///   - version: the version of the tiles, used if the page on disk has no version.
    package func files(
        of layout: any Layout, _ description: BundleDescription, path: String,
        storedIn folder: String, version: String = ""
    ) throws(ZigguratError) -> [BundleFile] {
        try files(
            of: layout, description, path: path,
            placeholder: pages == nil ? nil : StoredPlaceholder.read(in: folder),
            version: settings.offline ? StoredVersion.read(in: folder) ?? version : "")
    }

    /// Returns the bundle that has these tiles in another format, if both bundles have equal grids.
    private func alternative(
        to layout: any Layout, _ description: BundleDescription
    ) -> PageDescription.Alternative? {
        let found = alternatives.first { alternative in
            alternative.layout.base.name == layout.name
                && alternative.pyramid.hasGrid(of: description.pyramid)
        }
        guard let found else { return nil }
        return PageDescription.Alternative(
            pyramid: found.pyramid, tileFolder: "../\(found.layout.name)/",
            isTransparent: settings.alpha == .keep && found.layout.format.keepsAlpha
                && !description.isOpaque)
    }
}

extension BundleDescription {
    /// Adds the data that the bundle's files link to: book, annotations, page, and copy of the
    /// source.
    package mutating func link(
        _ settings: ExportSettings, source: String, in container: any ContainerFormat
    ) {
        book = settings.book
        annotations = settings.annotations
        hasPage = settings.hasPages(in: container) && container.isFolder
        guard settings.includesSource, container.isFolder else { return }
        original = SourceCopy(file: source, path: "../\(ZigguratStore.SourceCopy.folder)/\(source)")
    }
}

extension PageDescription {
    /// The path of the thumbnail in each bundle. A bundle has its own thumbnail because it may be
    /// published alone.
    static let bundleThumbnail = "viewer/thumbnail.jpg"

    init(
        of description: BundleDescription, _ layout: any Layout, settings: ExportSettings,
        placeholder: [UInt8]?
    ) {
        self.init(of: description, naming: layout.naming)
        let format = description.pyramid.tiling.encoding.format
        isTransparent = settings.alpha == .keep && format.keepsAlpha && !description.isOpaque
        // The page shows the background in place of absent tiles.
        if !description.absent.isEmpty, !isTransparent { background = settings.background?.hex }
        annotations = settings.annotations
        tour = settings.tour
        thumbnail = Self.bundleThumbnail
        self.placeholder = placeholder
        viewer = settings.viewer
        language = settings.language
        maxZoom = settings.maxZoom
        share = settings.share
        watermark = settings.watermark
        assets = settings.pageAssets
    }
}

extension BundleDescription {
    /// Describes a bundle of an export that is on disk.
    ///
    /// - Parameter settings: the settings of the bundle.
    package init(
        of manifest: Manifest, _ settings: ExportSettings, _ layout: any Layout,
        _ pyramid: Pyramid, absent: AbsentTiles, _ formats: Formats
    ) {
        self.init(
            of: manifest.source, manifest.image, in: manifest.name, settings, layout, pyramid,
            absent: absent, formats)
    }

    /// Describes a bundle whose tiles are written.
    package init(
        of source: Manifest.Source, _ image: SourceHeader, in export: String,
        _ settings: ExportSettings,
        _ layout: any Layout, _ pyramid: Pyramid, absent: AbsentTiles, _ formats: Formats
    ) {
        self.init(
            layout: layout.name, export: export, folder: settings.fixity.payload + layout.name,
            pyramid: pyramid,
            caption: settings.caption, baseURL: settings.baseURL,
            micronsPerPixel: image.micronsPerPixel, georeference: image.georeference,
            sourceTime: source.seconds,
            leavesOutBlanks: !absent.isEmpty, absent: absent)
        isOpaque = !image.hasAlpha
        if let container = formats.container(named: settings.container) {
            link(settings, source: source.file, in: container)
        }
    }
}
