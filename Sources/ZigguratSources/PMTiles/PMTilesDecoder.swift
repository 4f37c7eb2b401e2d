internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The decoder of PMTiles archives with JPEG, PNG or WebP tiles. The image is the largest level.
struct PMTilesDecoder: SourceDecoder {
    package let format = "pmtiles"
    let extensions = ["pmtiles"]
    let traits = DecoderTraits(
        isIsolated: false, needsVips: false, readsAll: true, isComposite: true, fillsDamage: false)

    func recognises(_ head: [UInt8]) -> Bool { head.starts(with: PMTilesHeader.magic) }

    func open(_ file: SourceFile) -> any OpenedImage { PMTilesArchiveImage(file) }
}

/// An open PMTiles archive.
private final class PMTilesArchiveImage: OpenedImage {
    let file: SourceFile

    init(_ file: SourceFile) { self.file = file }

    var beginsAtAnyRow: Bool { true }

    func header(_ request: SourceRequest, _ trust: SourceRequest.Trust) -> OpenedSource? {
        var trust = trust
        // A truncated archive is never read, and a decoder process cannot open tiles, so the
        // setting has no effect.
        trust.allowsDamaged = false
        guard StoredHeader.supports(request, trust), let image = try? PMTilesImage(file.path) else {
            return nil
        }
        return StoredHeader(format: PMTilesDecoder().format, size: image.size, pixels: image.pixels)
            .opened(request, trust)
    }

    func read(
        _ plan: DecodePlan, _ target: ReadingTarget, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading? {
        let image = try PMTilesImage(file.path)
        guard let conversion = try RowConversion(image.pixels, profile: nil, target) else {
            return nil
        }
        return .blocks(PMTilesRegion(image, conversion, plan.storedRegion))
    }

    func image(_ settings: DecodePlan.Settings) throws(ZigguratError) -> VipsImage? {
        let image = try PMTilesImage(
            file.path, reduction: settings.level ?? 0, usesVips: true)
        guard let conversion = try RowConversion(image.pixels, profile: nil, ReadingTarget()) else {
            return nil
        }
        let rows = try BlockRowReader(PMTilesRegion(image, conversion))
        let result = try VipsImage.rows(of: rows, image.pixels)
        result.describe(PMTilesDecoder().format, statedBits: 8, EmbeddedData())
        return result
    }

    /// The smaller zooms of the archive.
    func levels(
        of image: VipsImage, _ settings: DecodePlan.Settings,
        open: (DecodePlan.Settings) throws(ZigguratError) -> VipsImage
    ) -> [StoredLevel] {
        guard let whole = try? PMTilesImage(file.path) else { return [] }
        return whole.reductions.map { reduction in
            var settings = settings
            settings.level = reduction
            return StoredLevel(settings: settings, size: whole.size.reduced(by: 1 << reduction))
        }
    }

    func memory(page: Int) -> DirectMemory? {
        guard let image = try? PMTilesImage(file.path) else { return nil }
        return DirectMemory(
            chunkHeight: PMTilesRegion.chunkHeight(of: image),
            threadBytes: 8 * image.tileSize.pixelCount)
    }
}
