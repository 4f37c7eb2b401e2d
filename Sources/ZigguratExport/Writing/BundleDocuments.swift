package import ZigguratCore
package import ZigguratFormats
package import ZigguratImaging
package import ZigguratStore
package import ZigguratSystem
package import ZigguratViewer

/// Makes the files of an export's bundles that are not tiles: descriptors, records and pages.
package struct BundleDocuments {
    package let name: String
    package var settings: ExportSettings
    /// The layouts of all bundles of the export that are folders.
    let layouts: [any Layout]
    var container: any ContainerFormat
    package let original: Original?
    /// Beside the bundles.
    package let previews: PreviewImages?
    /// Not used if the settings or the container exclude pages.
    let pageWriter: PageWriter
    /// The images and sounds of the tour.
    package let tour: TourContent
    package let formats: Formats
    /// The bundles with tiles of a layout in another format.
    var alternatives: [Alternative] = []

    package init(
        name: String, settings: ExportSettings, layouts: [any Layout],
        container: any ContainerFormat, original: Original?, previews: PreviewImages?,
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

    /// A bundle that is a folder, with the tiles of another one in another format.
    package struct Alternative {
        package let layout: AlternativeLayout
        package let pyramid: Pyramid
    }

    /// `nil` if bundles have no pages.
    package var pages: PageWriter? { settings.hasPages(in: container) ? pageWriter : nil }

    /// The same for a bundle with settings and a container of its own.
    func with(_ settings: ExportSettings, in container: any ContainerFormat) -> Self {
        var documents = self
        (documents.settings, documents.container) = (settings, container)
        return documents
    }

    /// - Parameters:
    ///   - path: the path of the bundle in the export.
    ///   - placeholder: a small JPEG of the whole image, shown before the first tile.
    ///   - version: changes with the tiles; only offline pages need it.
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

    /// The address of the image's canvas in the first IIIF manifest of the export; `nil` without one, or
    /// if the address is unknown.
    func canvas(of description: BundleDescription) -> String? {
        guard description.baseURL != nil else { return nil }
        for layout in layouts {
            guard let path = (layout as? any DescriptorWriting)?.presentationCanvas else {
                continue
            }
            let folder = settings.fixity.payload + layout.name
            return "\(description.address(ofFolder: folder))/\(path)"
        }
        return nil
    }

    /// The files of a bundle on disk, whose placeholder stays.
    ///
    /// - Parameters:
    ///   - path: the path of the bundle in the export.
    ///   - folder: where the bundle is.
    ///   - version: that of the tiles, if the page on disk has none.
    package func files(
        of layout: any Layout, _ description: BundleDescription, path: String,
        storedIn folder: String, version: String = ""
    ) throws(ZigguratError) -> [BundleFile] {
        try files(
            of: layout, description, path: path,
            placeholder: pages == nil ? nil : StoredPlaceholder.read(in: folder),
            version: settings.offline ? StoredVersion.read(in: folder) ?? version : "")
    }

    /// The tiles of a bundle in another format, if they have the same grid.
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
    /// Adds what the export's settings link to: annotations, the copy of the source, the page.
    package mutating func link(
        _ settings: ExportSettings, source: String, in container: any ContainerFormat
    ) {
        book = settings.book
        annotations = settings.annotations
        hasPage = settings.hasPages(in: container) && container.isFolder
        guard settings.includesSource, container.isFolder else { return }
        original = Original(file: source, path: "../\(ZigguratStore.Original.folder)/\(source)")
    }
}

extension PageDescription {
    /// Each bundle has its own thumbnail, because it may be published on its own.
    static let bundleThumbnail = "viewer/thumbnail.jpg"

    init(
        of description: BundleDescription, _ layout: any Layout, settings: ExportSettings,
        placeholder: [UInt8]?
    ) {
        self.init(of: description, naming: layout.naming)
        let format = description.pyramid.tiling.encoding.format
        isTransparent = settings.alpha == .keep && format.keepsAlpha && !description.isOpaque
        // The background shows in place of absent tiles.
        if !description.absent.isEmpty, !isTransparent { background = settings.background?.hex }
        annotations = settings.annotations
        tour = settings.tour
        thumbnail = Self.bundleThumbnail
        self.placeholder = placeholder
        viewer = settings.viewer
        language = settings.language
        maxZoom = settings.maxZoom
        assets = settings.pageAssets
    }
}

extension BundleDescription {
    /// The description of a bundle of an export on disk.
    ///
    /// - Parameter settings: those of the bundle.
    package init(
        of manifest: Manifest, _ settings: ExportSettings, _ layout: any Layout,
        _ pyramid: Pyramid, absent: AbsentTiles, _ formats: Formats
    ) {
        self.init(
            of: manifest.source, manifest.image, in: manifest.name, settings, layout, pyramid,
            absent: absent, formats)
    }

    /// The description of a bundle with tiles that are written.
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
