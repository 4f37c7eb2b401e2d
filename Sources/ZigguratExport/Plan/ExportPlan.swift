package import ZigguratCore
internal import ZigguratFormats
public import ZigguratImaging
package import ZigguratSources
public import ZigguratStore
package import ZigguratSystem
package import ZigguratViewer

/// The files that an export of an image would write. The plan is made from the image's header,
/// without reading pixels.
public struct ExportPlan: Sendable {
    public let name: String
    public let sourcePath: String
    public let header: SourceHeader
    public let bundles: [ExportPlan.Bundle]
    /// Additional whole images, the smallest first.
    package let sizes: [SizedImage]
    /// Larger versions of the thumbnail.
    package let previews: PreviewImages
    public let settings: ExportSettings
    public let memory: ExportPlan.Memory
    public let notes: [ExportNote]

    package let source: SourceImage
    /// The new images and sounds of the tour, by name. Files that the existing export contains are
    /// left out.
    let tourMedia: [String: [UInt8]]
    /// The state of the existing export of the name, which the export depends on.
    package let states: EntryStates

    /// - Parameters:
    ///   - states: the state of the existing export of the name.
    ///   - completesCaption: whether the metadata of the file replace missing texts.
    /// - Throws: ``ZigguratError`` if the options do not fit the source or a layout, or if two
    ///   files of a layout would have equal paths.
    init(
        of source: SourceImage, name: String, upon states: EntryStates, options: Exporter.Options,
        pages: PageWriter? = nil, completesCaption: Bool = true
    ) throws(ZigguratError) {
        self.source = source
        self.name = name
        self.states = states
        sourcePath = source.path
        tourMedia = options.tourMedia
        let lossless = try LosslessBaseLevel(of: source, options)
        let caption =
            completesCaption
            ? options.caption.completed(by: source.header.metadata) : options.caption
        try Self.check(options.annotations, in: source.header.size)
        try options.tour?.check(in: source.header.size)
        let isSmall = options.publishesWhole(source.header.size)
        bundles = try Self.bundles(
            of: source, name: name, options: options, caption: caption, pages: pages,
            lossless)
        let (sizes, sizesNote) = SizedImage.all(
            of: source.header.size, widths: options.sizes, name: Path.name(of: name),
            folder: options.fixity.payload,
            bits: bundles.map(\.pyramid.tiling.encoding.bits).max() ?? 8)
        self.sizes = sizes
        previews = PreviewImages(
            of: source.header.size, folder: options.fixity.payload,
            hasCard: options.baseURL != nil)
        var turnsTiles = false
        memory = ExportPlan.Memory(
            bundles,
            sizes: sizes.map { image in
                ExtraImage(image, of: source.header.size, encoding: TileEncoding(.jpeg))
            }, previews: previews.levels(of: source.header.size).map(\.image), of: source,
            lossless, threadCount: options.threadCount, turnsTiles: &turnsTiles)
        let header = source.header.adding(lossless == nil ? [] : [.cutFromSource])
        self.header = turnsTiles ? header.withoutTemporaryFile() : header
        var settings = options.settings
        settings.source = source.request
        if isSmall { settings.levels = Pyramid.LevelRequest() }
        settings.background = options.background ?? source.header.background ?? .white
        settings.caption = caption
        settings.complete(bundles, in: options.container, options.formats)
        self.settings = settings
        notes =
            Self.notes(on: source, bundles)
            + [sizesNote, isSmall ? .belowThreshold : nil]
            .compactMap(\.self) + Self.notesOnBlanks(options, bundles)
    }

    /// Checks that the export stays within a memory limit.
    ///
    /// - Parameter limit: the limit in bytes.
    /// - Throws: ``OptionError/memoryLimit(_:limit:)`` if the export needs more memory.
    package func checkMemory(_ limit: Int) throws(ZigguratError) {
        guard memory.total <= limit else {
            throw ZigguratError(OptionError.memoryLimit(memory, limit: limit))
        }
    }

    public var tileCount: Int { bundles.reduce(0) { $0 + $1.tileCount } }

    /// Whether the image is so large that a page needs a pyramid. A page can show a smaller image
    /// as one file.
    public var isWorthTiling: Bool { header.size.pixelCount > 4_000_000 }

    /// - Throws: ``OptionError`` if the pin of an annotation is outside the image.
    package static func check(
        _ annotations: [Annotation], in size: PixelSize
    ) throws(ZigguratError) {
        for annotation in annotations {
            guard let point = annotation.point,
                !(0...Double(size.width)).contains(point.x)
                    || !(0...Double(size.height)).contains(point.y)
            else { continue }
            throw ZigguratError(
                OptionError.annotationOutside(
                    label: annotation.label, x: point.x, y: point.y, image: size))
        }
    }
}

extension ExportPlan {
    private static func notes(on source: SourceImage, _ bundles: [ExportPlan.Bundle])
        -> [ExportNote]
    {
        let header = source.header
        var notes = bundles.flatMap { bundle in
            bundle.layout.notes(on: bundle.description).map {
                ExportNote.format(bundle.layout.name, .init(note: $0))
            }
                + bundle.container.notes(on: bundle.description).map {
                    .format(bundle.container.name, .init(note: $0))
                }
        }
        let encodings = bundles.map(\.pyramid.tiling.encoding)
        if let format = encodings.map(\.format).first(where: { !$0.traits.isShownByAllBrowsers }) {
            notes.append(.fewBrowsers(format))
        }
        let nearlyLossless = encodings.first {
            $0.lossless && $0.format.traits.losslessMode == .nearly
        }
        if let nearlyLossless, header.colour != .grey {
            notes.append(.nearlyLossless(nearlyLossless.format))
        }
        if header.isGeoreferenced == true {
            notes.append(.georeferenced(isKept: header.georeference != nil))
        }
        if header.pages > 1, source.request.page == nil {
            notes.append(
                .onlyFirstPage(
                    of: header.pages, isAnimation: ["gif", "webp"].contains(header.format)))
        }
        return notes
    }

    private static func notesOnBlanks(
        _ options: Exporter.Options, _ bundles: [ExportPlan.Bundle]
    ) -> [ExportNote] {
        guard options.blankTolerance != nil else { return [] }
        return bundles.compactMap { bundle in
            let name = bundle.container.isFolder ? bundle.layout.name : bundle.container.name
            guard bundle.description.leavesOutBlanks else { return .blankTilesWritten(name) }
            let rule = bundle.container.blanks ?? bundle.layout.rules.blanks
            return rule == .page ? .blankTilesKnownToPage(name) : nil
        }
    }
}

extension Caption {
    /// Returns the caption, with missing texts taken from the metadata of the file.
    func completed(by metadata: SourceHeader.Metadata) -> Caption {
        var caption = self
        caption.title = title ?? metadata.title
        caption.description = description ?? metadata.description
        caption.attribution = attribution ?? metadata.rights ?? metadata.creator
        caption.rights = rights ?? metadata.rightsURL
        caption.creator = creator ?? metadata.creator
        caption.date = date ?? metadata.date
        return caption
    }
}

extension ExportPlan {
    /// Plans the bundles of an export: one bundle for each layout, in the order of the layouts.
    ///
    /// - Parameters:
    ///   - caption: the caption, completed by the file's metadata.
    ///   - pages: `nil` if bundles have no pages.
    /// - Throws: ``ZigguratError`` if the options have no layout, repeat a layout or do not fit a
    ///   layout. Also if two files of a layout would have equal paths.
    package static func bundles(
        of source: SourceImage, name: String, options: Exporter.Options, caption: Caption,
        pages: PageWriter?, _ lossless: LosslessBaseLevel?
    ) throws(ZigguratError) -> [ExportPlan.Bundle] {
        let size = source.header.size
        let isSmall = options.publishesWhole(size)
        let pageBytes = pages?.byteCount(of: options.viewer, options.pageAssets) ?? 0
        let payload = options.fixity.payload
        let sourceTime = SourceImage.attributes(of: source.path).map {
            SourceDateEpoch.limited($0.modified.seconds)
        }
        try options.checkBlanks(of: source.header)
        var bundles: [ExportPlan.Bundle] = []
        for layout in isSmall ? [.single] : options.layouts {
            guard !bundles.contains(where: { $0.layout.name == layout.name }) else {
                throw ZigguratError(OptionError.duplicateLayout(layout.name))
            }
            try options.container.check(layout)
            let pyramid = try layout.pyramid(
                name: Path.name(of: name), imageSize: size,
                tiling: isSmall ? options.tilingOfWhole : options.tiling,
                levels: isSmall ? Pyramid.LevelRequest() : options.levels,
                rules: options.container.rules(of: layout))
            try layout.check(layout.pyramids(with: pyramid))
            try options.checkOffline(pyramid)
            if pages != nil || options.settings.hasPagesBeside(options.container) {
                try PageWriter().check(options.viewer, shows: pyramid, layout: layout.name)
            }
            try lossless?.check(layout, in: options.container, pyramid)
            var description = BundleDescription(
                layout: layout.name, export: name, folder: payload + layout.name, pyramid: pyramid,
                caption: caption, baseURL: options.baseURL,
                micronsPerPixel: source.header.micronsPerPixel,
                georeference: source.header.georeference, sourceTime: sourceTime,
                leavesOutBlanks: options.blankTolerance != nil
                    && ExportPlan.Bundle.canLeaveOutBlanks(
                        layout, options.container, hasPages: pages != nil)
            )
            description.isOpaque = !source.header.hasAlpha
            description.link(
                options.settings, source: Path.name(of: source.path), in: options.container)
            var bundle = ExportPlan.Bundle(
                layout, in: options.container, description, payload: payload)
            bundle.pageBytes = pageBytes
            bundle.baseLevelBytes = lossless?.byteCount
            bundles.append(bundle)
        }
        guard !bundles.isEmpty else { throw ZigguratError(OptionError.noLayout) }
        return bundles
    }
}

extension Exporter.Options {
    /// Whether the longer side of an image is below the threshold.
    package func publishesWhole(_ size: PixelSize) -> Bool {
        threshold.map { size.longSide < $0 } ?? false
    }

    /// The part of the tiling request that applies to an image without tiles. If the request has no
    /// format, the format of the first layout applies.
    fileprivate var tilingOfWhole: Tiling.Request {
        guard tiling.encoding == nil || tiling.takesUsualFormat, let layout = layouts.first else {
            return Tiling.Request(encoding: tiling.encoding)
        }
        var encoding = tiling.encoding ?? TileEncoding(.jpeg)
        encoding.format = layout.rules.formats[0]
        return Tiling.Request(encoding: encoding)
    }
}
