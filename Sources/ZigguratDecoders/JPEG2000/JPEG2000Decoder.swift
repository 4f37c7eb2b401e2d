internal import ZigguratCore
package import ZigguratImaging
internal import ZigguratSystem

/// The JPEG 2000 decoder, which uses OpenJPEG. If libvips has to change an image, libvips gets the
/// decoded rows.
package struct JPEG2000Decoder: SourceDecoder {
    package init() {}

    package let format = "jp2k"
    package let extensions = ["jp2", "j2k", "jpx", "jpf", "jph", "j2c", "jpc"]
    package let traits = DecoderTraits(
        needsVips: false, secondsPerMegapixel: 0.047)

    /// A signature box, or a bare codestream. Source: ITU-T T.800, I.5.1 and A.4.1.
    package func recognises(_ head: [UInt8]) -> Bool {
        head.starts(with: [0, 0, 0, 0x0C] + Array("jP  ".utf8))
            || head.starts(with: [0xFF, 0x4F, 0xFF, 0x51])
    }

    package func open(_ file: SourceFile) -> any OpenedImage { JPEG2000Image(file) }
}

/// An open JPEG 2000 file.
private final class JPEG2000Image: OpenedImage {
    let file: SourceFile

    /// The longest side, in pixels, of a tile that is decoded as a whole for a region.
    private static let longestTile = 2048
    /// The side, in pixels, of regions within larger tiles. Strips of rows end at multiples of this
    /// side.
    private static let cell = 1024

    init(_ file: SourceFile) { self.file = file }

    var beginsAtAnyRow: Bool { true }

    func header(_ request: SourceRequest, _ trust: SourceRequest.Trust) -> OpenedSource? {
        guard trust.readsUntrusted, StoredHeader.supports(request, trust),
            let reader = try? JPEG2000RowReader(file)
        else { return nil }
        return StoredHeader(
            format: JPEG2000Decoder().format, size: reader.size, pixels: reader.pixels,
            statedBits: reader.channels.bits, profile: reader.embedded.profile,
            metadata: reader.embedded.metadata, leftOutBytes: reader.embedded.leftOutBytes,
            heldBytes: reader.heldBytes
        ).opened(request, trust)
    }

    func image(_ settings: DecodePlan.Settings) throws(ZigguratError) -> VipsImage? {
        let reader = try reader(settings)
        let pixels = reader.pixels
        let image = try VipsImage.rows(of: reader, pixels)
        image.describe(JPEG2000Decoder().format, statedBits: reader.channels.bits, reader.embedded)
        return image
    }

    /// The reduced resolutions of the codestream.
    func levels(
        of image: VipsImage, _ settings: DecodePlan.Settings,
        open: (DecodePlan.Settings) throws(ZigguratError) -> VipsImage
    ) -> [StoredLevel] {
        guard let reader = try? JPEG2000RowReader(file) else { return [] }
        return (1..<reader.resolutionCount).map { reduction in
            var settings = settings
            settings.level = reduction
            return StoredLevel(settings: settings, size: reader.size(reducedBy: reduction))
        }
    }

    func read(
        _ plan: DecodePlan, _ target: ReadingTarget, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading? {
        let reader = try reader(plan.settings)
        guard
            let conversion = try RowConversion(
                reader.pixels, profile: reader.embedded.profile, target)
        else { return nil }
        return PixelReading(reader, conversion)
    }

    private func reader(
        _ settings: DecodePlan.Settings
    ) throws(ZigguratError) -> JPEG2000RowReader {
        try JPEG2000RowReader(
            file, reduction: settings.level ?? 0, fillsMissing: settings.allowsDamaged)
    }

    var isTruncated: Bool {
        let boxes = JPEG2000Boxes(file)
        return boxes.codestream.map { JPEG2000Markers(file, $0).isTruncated } ?? true
    }

    /// Regions are multiples of a tile, or of ``cell`` if the tiles are larger than
    /// ``longestTile``.
    ///
    /// For each region of an image in one tile, OpenJPEG reads all packet headers and decodes the
    /// code-blocks of the region. For 300 megapixels in 75 MB, the headers take 0.13 s, as long as
    /// the code-blocks of 0.8 megapixels. OpenJPEG decodes high-throughput tiles only as a whole.
    func regionAccess(_ header: SourceHeader) -> RegionAccess {
        guard let codestream = JPEG2000Boxes(file).codestream else { return .rows }
        let markers = JPEG2000Markers(file, codestream)
        guard let tile = markers.tileSize else { return .rows }
        if tile.longSide <= Self.longestTile { return .cells(tile) }
        return markers.isHighThroughput ? .rows : .cells(PixelSize(square: Self.cell))
    }

    /// The memory for the samples that are decoded at once, and for the data of an image in one
    /// tile.
    func heldBytes(of image: MemoryQuestion) -> Int? {
        (try? JPEG2000RowReader(file, reduction: image.level))?.heldBytes
    }
}
