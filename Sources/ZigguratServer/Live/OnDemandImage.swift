internal import Synchronization
internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratPyramid
internal import ZigguratSources
internal import ZigguratStore
internal import ZigguratSystem
internal import ZigguratViewer

/// An image whose tiles are made on request, without an export.
///
/// Each tile is made from its region of the source, and has the bytes that an export would write.
struct OnDemandImage: Sendable {
    let plan: ExportPlan
    let exporter: Exporter
    private let reader: LevelReader
    let documents = DocumentCache()
    /// Whether the file contains smaller levels.
    private let levels = LazyFlag()

    /// The limits for one tile while the client waits: source pixels to decode, and processor time
    /// in seconds. The limits apply only if the file contains smaller levels.
    private static let mostPixels = 1 << 26
    private static let mostSeconds = 0.5
    /// The most source pixels that are decoded for one preview, if the file contains no smaller
    /// levels.
    private static let mostPreviewPixels = 2_000_000_000
    /// The most level pixels that are read for one region.
    private static let mostLevelPixels = 24_000_000

    /// The limits that decide which images are served without an export.
    struct Rule: Sendable {
        /// The fewest pixels of such an image, if any region of its file can be decoded.
        let pixels: Int
        /// The largest export, in bytes.
        let limit: Int
        /// The longest time to search for the values that determine the range of 16-bit samples.
        let longestLook: Duration
        /// The fewest pixels of such an image, if its file can only be decoded in whole rows.
        var rowPixels: Int { 32 * pixels }
    }

    /// An encoded tile.
    struct Encoded: Sendable {
        let bytes: [UInt8]
        /// Whether an export has these bytes. If not, the tile is made from a smaller level of the
        /// file.
        let isExact: Bool
    }

    /// - Returns: `nil` if the image has to be exported.
    /// - Throws: ``ZigguratError`` if the source cannot be read.
    init?(
        _ plan: ExportPlan, _ exporter: Exporter, _ rule: Rule, levelCache: LevelCache,
        store: any LevelReader.Store
    ) throws(ZigguratError) {
        var source = exporter.options.source
        source.page = nil
        let isPlain = plan.bundles.allSatisfy { bundle in
            bundle.pyramids.count == 1 && bundle.pyramid.shape.origin == .topLeft
                && bundle.pyramid.shape.rounding == .up
                && !bundle.pyramid.tiling.encoding.cutsSource
        }
        let pixelCount = plan.header.size.pixelCount
        guard pixelCount >= rule.pixels, source == SourceRequest(), isPlain,
            let reader = try LevelReader(
                plan.source, keepsAlpha: plan.keepsAlpha,
                background: plan.settings.background ?? .white, longestLook: rule.longestLook,
                cache: levelCache, store: store)
        else { return nil }
        (self.plan, self.exporter, self.reader) = (plan, exporter, reader)
        guard !reader.readsColumns else { return }
        // Whole rows are decoded, so each tile also decodes the rows of many other tiles.
        let bytes = plan.bundles.reduce(0) { $0 + $1.estimatedBytes }
        guard pixelCount >= rule.rowPixels, bytes > rule.limit || hasLevels else { return nil }
    }

    var size: PixelSize { plan.header.size }

    private var mostPixels: Int {
        min(Self.mostPixels, reader.pixelCount(inSeconds: Self.mostSeconds))
    }

    /// Whether the file contains smaller levels, from which the whole image can be decoded.
    private var hasLevels: Bool {
        levels.value {
            guard plan.source.mayHaveLevels else { return false }
            let whole = PixelRegion(whole: plan.header.size)
            return (try? open(whole, fit: PixelSize(square: 1024)))?.readsLevel ?? false
        }
    }

    /// Encodes a tile from the full-size pixels of the source. If too many pixels would have to be
    /// decoded, encodes it from a smaller level of the file.
    func encoded(_ tile: Tile, isWanted: () -> Bool) throws(ZigguratError) -> Encoded {
        let (region, scale) = (tile.levelRegion, tile.level.scaleFactor)
        let reduction = tile.level.reduction
        if !isFast(region, reduction), hasLevels {
            let (x, y) = (region.x * scale, region.y * scale)
            let size = plan.header.size
            let crop = PixelRegion(
                columns: x..<min(x + region.width * scale, size.width),
                rows: y..<min(y + region.height * scale, size.height))
            let source = try open(crop, fit: region.size)
            if source.readsLevel {
                let bytes = try encoded(source, tile.pyramid.tiling, isWanted)
                return Encoded(bytes: bytes, isExact: false)
            }
        }
        let bytes = try reader.encoded(
            region, reduction, by: builder(of: tile.pyramid.tiling, region.size),
            isWanted: isWanted)
        return Encoded(bytes: bytes, isExact: true)
    }

    /// Whether a region of a level needs so few source pixels that a client can wait for them.
    func isFast(_ region: PixelRegion, _ reduction: Int) -> Bool {
        reader.pixelCount(of: region, reduction, limit: mostPixels) <= mostPixels
    }

    /// Encodes the region that a IIIF client requests.
    func encoded(
        _ request: IIIFImageRequest, _ encoding: TileEncoding, isWanted: () -> Bool
    ) throws(ZigguratError) -> [UInt8] {
        let (region, reduction) = level(of: request.region, for: request.size)
        let background = exporter.options.background
        let image: RegionImage
        if !isFast(region, reduction), hasLevels,
            case let source = try open(request.region, fit: request.size),
            source.readsLevel
        {
            let size = source.header.size
            let pixels = try source.encoded(
                TileEncoding(.png), background: background, isWanted: isWanted)
            var whole = RegionImage(size: size, isOpaque: !source.header.hasAlpha)
            try whole.place(
                pixels, from: (0, 0),
                to: PixelRegion(whole: size))
            image = whole
        } else {
            image = try reader.image(of: region, reduction, isWanted: isWanted)
        }
        return try image.encoded(
            encoding, size: request.size, isMirrored: request.isMirrored,
            rotation: request.rotation, quality: request.quality,
            background: background ?? .white)
    }

    /// Encodes the whole image at a given size.
    ///
    /// - Returns: `nil` if too many pixels have to be decoded.
    func preview(
        _ size: PixelSize, _ encoding: TileEncoding, isWanted: () -> Bool
    ) throws(ZigguratError) -> [UInt8]? {
        let whole = PixelRegion(whole: plan.header.size)
        let (region, reduction) = level(of: whole, for: size)
        let limit = hasLevels ? mostPixels : Self.mostPreviewPixels
        guard reader.pixelCount(of: region, reduction, limit: limit) <= limit else { return nil }
        return try reader.image(of: region, reduction, isWanted: isWanted)
            .encoded(encoding, size: size)
    }

    /// Returns the smallest level in which a region of the image is at least as large as a size,
    /// and the region in that level. If the region has too many pixels, returns a smaller level.
    private func level(
        of region: PixelRegion, for size: PixelSize
    ) -> (region: PixelRegion, reduction: Int) {
        func part(_ reduction: Int) -> PixelRegion {
            let level = plan.header.size.reduced(by: 1 << reduction)
            let scale = 1 << reduction
            // A shift by less than a pixel avoids resampling.
            if region.width == size.width * scale, region.height == size.height * scale {
                return PixelRegion(
                    x: min((region.x + scale / 2) / scale, level.width - size.width),
                    y: min((region.y + scale / 2) / scale, level.height - size.height),
                    width: size.width, height: size.height)
            }
            func range(_ start: Int, _ end: Int, _ limit: Int) -> Range<Int> {
                let first = min(start >> reduction, limit - 1)
                return
                    first..<max(
                        first + 1, min(limit, end.dividedRoundingUp(by: 1 << reduction)))
            }
            return PixelRegion(
                columns: range(region.x, region.maxX, level.width),
                rows: range(region.y, region.maxY, level.height))
        }
        var reduction = 0
        while part(reduction).size.longSide > 1,
            part(reduction + 1).size.holds(size)
                || part(reduction).size.pixelCount > Self.mostLevelPixels
        {
            reduction += 1
        }
        return (part(reduction), reduction)
    }

    private func open(_ crop: PixelRegion, fit: PixelSize? = nil) throws(ZigguratError)
        -> SourceImage
    {
        var request = exporter.options.source
        request.sampleBits = fit == nil ? plan.bundles[0].pyramid.tiling.encoding.bits : 8
        (request.crop, request.fit) = (crop, fit)
        return try SourceImage(
            path: plan.sourcePath, request: request, trust: exporter.options.trust)
    }

    private func encoded(
        _ source: SourceImage, _ tiling: Tiling, _ isWanted: () -> Bool
    ) throws(ZigguratError) -> [UInt8] {
        let memory = InMemoryTileSink()
        try builder(of: tiling, source.header.size).build(source, into: memory) { _ in isWanted() }
        return memory.tiles[Tile.Address(level: 0, column: 0, row: 0)] ?? []
    }

    /// Returns a builder that encodes one tile of a given size.
    private func builder(of tiling: Tiling, _ size: PixelSize) -> PyramidBuilder {
        let pass = TilingPass(
            tileSize: tiling.edge == .crop ? size : tiling.tileSize, overlap: 0,
            encoding: tiling.encoding, edges: [tiling.edge], reductions: [0])
        var builder = exporter.builder(of: plan, passes: [pass], resampled: [])
        builder.threadCount = 1
        return builder
    }
}

/// A Boolean value that is computed once, at first use.
private final class LazyFlag: Sendable {
    private let known = Mutex<Bool?>(nil)

    func value(_ compute: () -> Bool) -> Bool {
        known.withLock { known in
            if let known { return known }
            let value = compute()
            known = value
            return value
        }
    }
}
