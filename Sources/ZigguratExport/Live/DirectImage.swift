internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratSystem
internal import ZigguratViewer

/// An image that is too large to be exported for a client: each tile is made from its region of the
/// source. The decoder can begin at any row, and tiles have the bytes of an export.
struct DirectImage: Sendable {
    private let plan: ExportPlan
    private let exporter: Exporter

    /// The most source pixels that are decoded for one tile.
    private static let mostPixels = 1 << 26

    /// What an image has at a path.
    enum Found: Sendable {
        case document([UInt8])
        case tile(Tile, bundle: Int)
    }

    /// An encoded tile.
    struct Encoded: Sendable {
        let bytes: [UInt8]
        /// Whether an export has these bytes. Otherwise they are made from a smaller level of the
        /// file.
        let isExact: Bool
    }

    /// - Parameters:
    ///   - smallest: images with fewer pixels are exported.
    ///   - limit: exports of more bytes are too large. Others are made unless the file has smaller
    ///     levels: without them, the first view needs all pixels.
    /// - Returns: `nil` if the image has to be exported.
    init?(
        _ plan: ExportPlan, _ exporter: Exporter, smallest: Int, limit: Int
    ) throws(ZigguratError) {
        var source = exporter.options.source
        source.page = nil
        let isPlain = plan.bundles.allSatisfy { bundle in
            bundle.pyramids.count == 1 && bundle.pyramid.shape.origin == .topLeft
                && bundle.pyramid.shape.rounding == .up
                && !bundle.pyramid.tiling.encoding.cutsSource
        }
        guard plan.header.size.pixelCount >= smallest, source == SourceRequest(), isPlain,
            try plan.source.readsRegions()
        else { return nil }
        (self.plan, self.exporter) = (plan, exporter)
        guard plan.bundles.reduce(0, { $0 + $1.estimatedBytes }) <= limit else { return }
        let size = plan.header.size
        let whole = PixelRegion(x: 0, y: 0, width: size.width, height: size.height)
        guard Self.readsLevel(try open(whole, fit: PixelSize(square: 1024))) else { return nil }
    }

    /// - Parameter path: relative to the export.
    func found(at path: String) throws(ZigguratError) -> Found? {
        guard let number = plan.bundles.firstIndex(where: { path.hasPrefix($0.path + "/") }) else {
            return nil
        }
        let bundle = plan.bundles[number]
        let inner = String(path.dropFirst(bundle.path.count + 1))
        if let tile = Self.tile(at: inner, of: bundle) { return .tile(tile, bundle: number) }
        let documents = BundleDocuments(
            name: plan.name, settings: plan.settings, layouts: plan.bundles.map(\.layout),
            container: exporter.options.container, original: nil, previews: nil,
            pageWriter: PageWriter(exporter.templates), tour: TourContent(),
            formats: exporter.options.formats)
        let files = try documents.files(
            of: bundle.layout, bundle.description, path: bundle.path, placeholder: nil,
            version: "")
        return files.first { $0.path == inner }.map { .document($0.bytes) }
    }

    /// The tile with a path: the numbers in the path say which ones it can be.
    private static func tile(at path: String, of bundle: ExportPlan.Bundle) -> Tile? {
        let numbers = path.utf8.split { !(0x30...0x39).contains($0) }.prefix(16).compactMap {
            $0.count < 11 ? Int(Substring($0)) : nil
        }
        let pyramid = bundle.pyramid
        var addresses: [Tile.Address] = []
        if numbers.count >= 3 {
            let last = Array(numbers.suffix(3))
            addresses.append(Tile.Address(level: last[0], column: last[1], row: last[2]))
            addresses.append(Tile.Address(level: last[0], column: last[2], row: last[1]))
        }
        for level in pyramid.levels {
            let (tile, scale) = (pyramid.tiling.tileSize, level.scaleFactor)
            addresses.append(Tile.Address(level: level.index, column: 0, row: 0))
            guard numbers.count >= 2 else { continue }
            addresses.append(
                Tile.Address(
                    level: level.index, column: numbers[0] / (tile.width * scale),
                    row: numbers[1] / (tile.height * scale)))
        }
        return addresses.lazy.compactMap { pyramid.tile(at: $0) }.first {
            bundle.layout.files(of: $0).contains(path)
        }
    }

    /// Encodes a tile.
    ///
    /// - Returns: `nil` if it would take the pixels of too large a part of the image.
    func encoded(_ tile: Tile, isWanted: () -> Bool) throws(ZigguratError) -> Encoded? {
        let (region, scale) = (tile.levelRegion, tile.level.scaleFactor)
        let size = plan.header.size
        let (x, y) = (region.x * scale, region.y * scale)
        let crop = PixelRegion(
            x: x, y: y, width: min(region.width * scale, size.width - x),
            height: min(region.height * scale, size.height - y))
        if crop.size.pixelCount <= Self.mostPixels {
            let source = try open(crop)
            let bytes = try encoded(
                source, tile.pyramid.tiling, region.size, reduction: tile.level.reduction, isWanted)
            return Encoded(bytes: bytes, isExact: true)
        }
        let source = try open(crop, fit: region.size)
        guard Self.readsLevel(source) else { return nil }
        let bytes = try encoded(
            source, tile.pyramid.tiling, source.header.size, reduction: 0, isWanted)
        return Encoded(bytes: bytes, isExact: false)
    }

    /// Encodes a region.
    ///
    /// - Returns: `nil` if it would take the pixels of too large a part of the image.
    func encoded(
        _ request: IIIFImageRequest, _ encoding: TileEncoding, isWanted: () -> Bool
    ) throws(ZigguratError) -> [UInt8]? {
        let source = try open(request.region, fit: request.size)
        guard request.region.size.pixelCount <= Self.mostPixels || Self.readsLevel(source) else {
            return nil
        }
        let size = source.header.size
        let background = exporter.options.background
        let pixels = try source.encoded(
            TileEncoding(.png), background: background, isWanted: isWanted)
        var image = RegionImage(size: size, isOpaque: !source.header.hasAlpha)
        try image.place(
            pixels, from: (0, 0),
            to: PixelRegion(x: 0, y: 0, width: size.width, height: size.height))
        return try image.encoded(
            encoding, size: request.size, isMirrored: request.isMirrored,
            rotation: request.rotation, quality: request.quality,
            background: background ?? .white)
    }

    /// Whether a whole image in a size is made from a smaller level of the file.
    static func readsLevel(_ source: SourceImage) -> Bool {
        source.header.conversions.contains { if case .level = $0 { true } else { false } }
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

    /// Encodes the only tile of a level of a region.
    private func encoded(
        _ source: SourceImage, _ tiling: Tiling, _ size: PixelSize, reduction: Int,
        _ isWanted: () -> Bool
    ) throws(ZigguratError) -> [UInt8] {
        let pass = TilingPass(
            tileSize: tiling.edge == .crop ? size : tiling.tileSize, overlap: 0,
            encoding: tiling.encoding, edges: [tiling.edge], reductions: [reduction])
        let memory = TileMemory()
        var builder = exporter.builder(of: plan, passes: [pass], resampled: [])
        builder.threadCount = 1
        try builder.build(source, into: memory) { _ in isWanted() }
        return memory.tiles[Tile.Address(level: 0, column: 0, row: 0)] ?? []
    }
}
