internal import ZigguratCore
internal import ZigguratFormats
public import ZigguratImaging
internal import ZigguratSystem
internal import ZigguratViewer

/// What an export of an image would write; it is made from the file's header, without pixels.
public struct ExportPlan: Sendable {
    /// The export's name in the destination.
    public let name: String
    public let sourcePath: String
    public let header: SourceHeader
    public let bundles: [BundlePlan]
    /// Additional whole images, the smallest first.
    public let sizes: [SizedImage]
    public let settings: ExportSettings
    public let memory: MemoryNeed
    /// What the publisher should know, a sentence each.
    public let notes: [String]

    let source: SourceImage

    /// - Throws: ``ZigguratError`` where the options do not fit a layout, or a layout's files would
    ///   clash.
    init(
        of source: SourceImage, name: String, options: ExportOptions,
        pages: PageWriter? = nil
    ) throws(ZigguratError) {
        self.source = source
        self.name = name
        sourcePath = source.path
        let lossless = try LosslessBaseLevel(of: source, options)
        header = source.header.adding(lossless.map { [$0.step] } ?? [])
        let caption = options.caption.completed(by: source.header.metadata)
        try Self.check(options.annotations, in: source.header.size)
        let isSmall = options.publishesWhole(source.header.size)
        bundles = try Self.bundles(
            of: source, name: name, options: options, caption: caption, pages: pages,
            lossless)
        let (sizes, sizesNote) = SizedImage.all(
            of: source.header.size, widths: options.sizes, name: name,
            folder: options.fixity.payload,
            bits: bundles.map(\.pyramid.tiling.encoding.bits).max() ?? 8)
        self.sizes = sizes
        memory = MemoryNeed(
            bundles,
            sizes: sizes.map { image in
                ExtraImage(image, of: source.header.size, encoding: TileEncoding(.jpeg))
            }, of: header, lossless)
        try memory.check(limit: options.memoryLimit)
        var settings = options.settings
        settings.source = source.request
        if isSmall { settings.levels = LevelRequest() }
        settings.background = options.background ?? source.header.background ?? .white
        settings.caption = caption
        settings.complete(bundles, in: options.container, options.formats)
        self.settings = settings
        notes =
            Self.notes(on: source, bundles)
            + [
                sizesNote,
                isSmall
                    ? "its longer side is below the threshold: it is published as one image" : nil,
            ].compactMap { $0 } + Self.notesOnBlanks(options, bundles)
    }

    /// Tiles of all bundles.
    public var tileCount: Int { bundles.reduce(0) { $0 + $1.tileCount } }

    /// Whether a pyramid is better than the image as one file, which a page can show as it is.
    public var isWorthTiling: Bool { header.size.pixelCount > 4_000_000 }

    /// Pins have to be in the picture; where an outline is the page finds out.
    private static func check(
        _ annotations: [Annotation], in size: PixelSize
    ) throws(ZigguratError) {
        for annotation in annotations {
            guard let point = annotation.point,
                !(0...Double(size.width)).contains(point.x)
                    || !(0...Double(size.height)).contains(point.y)
            else { continue }
            throw ZigguratError(
                .invalidOptions, "",
                "the annotation “\(annotation.label)” lies at \(point.x), \(point.y), outside the "
                    + "picture of \(size.width) × \(size.height) pixels",
                remedy: "coordinates are pixels of the picture as it is exported")
        }
    }

    private static func notesOnBlanks(_ options: ExportOptions, _ bundles: [BundlePlan]) -> [String]
    {
        guard options.blankTolerance != nil else { return [] }
        return bundles.compactMap { bundle in
            let name = bundle.container.isFolder ? bundle.layout.name : bundle.container.name
            if !bundle.description.leavesOutBlanks {
                return "\(name): blank tiles are written, all of a size as the same bytes, since "
                    + "nothing can tell its clients that they are not there"
            }
            guard (bundle.container.blanks ?? bundle.layout.rules.blanks) == .page else {
                return nil
            }
            return
                "\(name): only its page knows which blank tiles are left out; other clients find "
                + "nothing there and show nothing"
        }
    }

    private static func notes(on source: SourceImage, _ bundles: [BundlePlan]) -> [String] {
        var notes = bundles.flatMap { bundle in
            bundle.layout.notes(on: bundle.description).map { "\(bundle.layout.name): \($0)" }
                + bundle.container.notes(on: bundle.description).map {
                    "\(bundle.container.name): \($0)"
                }
        }
        notes += Self.notes(on: source.header, bundles.map(\.pyramid.tiling.encoding))
        if source.header.pages > 1, source.request.page == nil {
            let isAnimation = ["gif", "webp"].contains(source.header.format)
            notes.append(
                "only the first of its \(source.header.pages) \(isAnimation ? "frames" : "pages") "
                    + "is used; --page takes another one, --page all makes an export of each")
        }
        return notes
    }
}

extension ExportPlan {
    /// What is to be known of the format of tiles.
    private static func notes(on header: SourceHeader, _ encodings: [TileEncoding]) -> [String] {
        var notes: [String] = []
        if encodings.contains(where: { !$0.format.traits.isShownByAllBrowsers }) {
            notes.append("few browsers show JPEG XL: of the large ones only Safari does")
        }
        let isNearlyLossless = encodings.contains {
            $0.lossless && $0.format.traits.losslessMode == .nearly
        }
        if isNearlyLossless, header.colour != .grey {
            notes.append(
                "AVIF without loss keeps grey as it is, but colours only within a step or two: "
                    + "it stores light and colour apart, each rounded")
        }
        return notes
    }
}

extension Caption {
    /// What nobody said taken from the file.
    fileprivate func completed(by metadata: SourceMetadata) -> Caption {
        Caption(
            title: title ?? metadata.title, description: description ?? metadata.description,
            attribution: attribution ?? metadata.rights ?? metadata.creator,
            rights: rights ?? metadata.rightsURL, creator: creator ?? metadata.creator,
            date: date ?? metadata.date)
    }
}
