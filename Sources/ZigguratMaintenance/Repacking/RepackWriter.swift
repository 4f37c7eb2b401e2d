internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratImaging
internal import ZigguratSources
internal import ZigguratStore
internal import ZigguratSystem
internal import ZigguratViewer

/// Writes a repacked export into a folder.
struct RepackWriter {
    private let plan: Repacker.Plan
    private let source: Manifest.Source
    private let header: SourceHeader
    private let completion: ExportWriter
    private let threadCount: Int
    /// The larger thumbnails, which are made from the first bundle.
    private let images: [(image: ExtraImage, path: String)]

    init(
        _ plan: Repacker.Plan, _ source: Manifest.Source, _ header: SourceHeader, pages: PageWriter,
        threadCount: Int, at folder: String, replacing old: ReplacedExport?,
        keeping kept: KeptBundles?
    ) throws(ZigguratError) {
        (self.plan, self.source, self.header) = (plan, source, header)
        self.threadCount = threadCount
        let previews = Self.previews(plan)
        images = plan.bundles.first.map { previews.levels(of: $0.source.pyramid.imageSize) } ?? []
        completion = try ExportWriter(
            plan.name, plan.bundles.map(\.target), plan.settings, in: plan.container, at: folder,
            replacing: old, keeping: kept, pages: pages, previews: previews,
            tour: plan.opened.tour, formats: plan.formats)
    }

    /// Returns the larger thumbnails; empty if the levels have other sizes because the layout
    /// rounds down.
    private static func previews(_ plan: Repacker.Plan) -> PreviewImages {
        guard let pyramid = plan.bundles.first?.source.pyramid else { return .none }
        let (size, settings) = (pyramid.imageSize, plan.settings)
        let previews = PreviewImages(
            of: size, folder: settings.fixity.payload, hasCard: settings.baseURL != nil)
        let level = LevelImageFile.level(of: pyramid, for: previews.levels(of: size).map(\.image))
        guard let level, level.size == size.reduced(by: 1 << level.reduction) else { return .none }
        return previews
    }

    /// - Parameter progress: `false` cancels.
    func write(
        progress: (_ done: Int, _ count: Int) -> Bool
    ) throws(ZigguratError) -> WrittenExport {
        var bundles: [WrittenBundle] = []
        var done = 0
        for bundle in plan.bundles {
            let written = try write(bundle, images: bundles.isEmpty ? images : []) {
                count throws(ZigguratError) in
                done += count
                guard progress(done, plan.tileCount) else {
                    throw ZigguratError(Cancelled(), plan.opened.path)
                }
            }
            bundles.append(written)
        }
        try completion.root.write(
            BundleFile(path: completion.thumbnail, bytes: bundles.last?.thumbnail ?? []))
        return try completion.finish(
            bundles.map(\.record), of: source, header,
            encodedTiles: bundles.reduce(0) { $0 + $1.encodedTiles },
            colour: bundles.lazy.compactMap(\.colour).first, threadCount: threadCount)
    }

    private struct WrittenBundle {
        let record: Manifest.Bundle
        let thumbnail: [UInt8]
        /// The mean colour of the image.
        let colour: RGBColor?
        let encodedTiles: Int
    }

    /// - Parameters:
    ///   - images: the larger thumbnails to make from this bundle.
    ///   - progress: called with the number of tiles written since the last call.
    private func write(
        _ bundle: Repacker.Plan.Bundle, images: [(image: ExtraImage, path: String)],
        progress: (Int) throws(ZigguratError) -> Void
    ) throws(ZigguratError) -> WrittenBundle {
        let background = plan.settings.background ?? .white
        let isClear = header.hasAlpha && plan.settings.alpha == .keep
        let behind = plan.settings.previewBackground(of: header, in: plan.bundles.map(\.target))
        let file = "\(completion.folder)/.small.png"
        let small = try LevelImageFile(
            of: bundle.source, for: images.map(\.image), at: file, background: background,
            isClear: isClear)
        for (image, path) in images {
            let bytes = try small.jpeg(
                longestSide: image.tiling.tileSize.longSide,
                quality: image.tiling.encoding.quality, over: behind)
            try completion.root.write(BundleFile(path: path, bytes: bytes))
        }
        let blanks = RepackedBlanks(of: bundle, background: background, isClear: isClear)
        let thumbnail = try small.jpeg(
            longestSide: PreviewImages.thumbnailSide, quality: 85, over: behind)
        let container = try completion.open(bundle.target)
        let tiles = RepackedTiles(
            bundle: bundle, small: small, blanks: blanks, container: container)
        try tiles.write(threadCount: threadCount, progress: progress)
        try tiles.writeWholeImages()
        let placeholder = try small.jpeg(longestSide: 64, quality: 60)
        try FileSystem.remove(file)
        return WrittenBundle(
            record: try completion.finish(
                bundle.target, in: container, absent: blanks.absent, placeholder: placeholder,
                thumbnail: thumbnail),
            thumbnail: thumbnail, colour: TileImage.meanColour(ofJPEG: placeholder),
            encodedTiles: bundle.newTiles + blanks.encodedTiles)
    }
}
