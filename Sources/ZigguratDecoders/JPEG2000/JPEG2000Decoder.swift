internal import ZigguratCore
package import ZigguratImaging
package import ZigguratSystem

/// The JPEG 2000 decoder, which uses OpenJPEG. If libvips has to change an image, libvips gets the
/// decoded rows.
package struct JPEG2000Decoder: SourceDecoder {
    package init() {}

    package let format = "jp2k"
    package let extensions = ["jp2", "j2k", "jpx", "jpf", "jph", "j2c", "jpc"]
    package let traits = LoaderTraits(
        needsVips: false, beginsAtAnyRow: true, secondsPerMegapixel: 0.047)

    /// The longest side, in pixels, of a tile that is decoded as a whole for a region.
    private static let longestTile = 2048
    /// The side, in pixels, of regions within larger tiles. Strips of rows end at multiples of this
    /// side.
    private static let cell = 1024

    /// A signature box, or a bare codestream. Source: ITU-T T.800, I.5.1 and A.4.1.
    package func recognises(_ head: [UInt8]) -> Bool {
        head.starts(with: [0, 0, 0, 0x0C] + Array("jP  ".utf8))
            || head.starts(with: [0xFF, 0x4F, 0xFF, 0x51])
    }

    package func open(
        _ file: SourceFile, _ request: SourceRequest, _ trust: SourceRequest.Trust
    ) -> OpenedSource? {
        guard trust.readsUntrusted, StoredHeader.supports(request, trust),
            let reader = try? JPEG2000RowReader(path: file.path)
        else { return nil }
        return StoredHeader(
            format: format, size: reader.size, pixels: reader.pixels,
            statedBits: reader.channels.bits, profile: reader.embedded.profile,
            metadata: reader.embedded.metadata, leftOutBytes: reader.embedded.leftOutBytes,
            heldBytes: reader.heldBytes
        ).opened(request, trust)
    }

    package func image(
        _ path: String, _ settings: DecoderSettings
    ) throws(ZigguratError) -> VipsImage? {
        let reader = try reader(path, settings)
        let pixels = reader.pixels
        let image = try VipsImage.rows(of: reader, pixels)
        image.describe(format, statedBits: reader.channels.bits, reader.embedded)
        return image
    }

    /// The reduced resolutions of the codestream.
    package func levels(
        of image: VipsImage, _ path: String, _ settings: DecoderSettings,
        open: (DecoderSettings) throws(ZigguratError) -> VipsImage
    ) -> [StoredLevel] {
        guard let reader = try? JPEG2000RowReader(path: path) else { return [] }
        return (1..<reader.resolutionCount).map { reduction in
            var settings = settings
            settings.level = reduction
            return StoredLevel(settings: settings, size: reader.size(reducedBy: reduction))
        }
    }

    package func read(
        _ path: String, _ plan: DecodePlan, _ target: ReadingTarget, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading? {
        let reader = try reader(path, plan.settings)
        guard
            let conversion = try RowConversion(
                reader.pixels, profile: reader.embedded.profile, target)
        else { return nil }
        return PixelReading(reader, conversion)
    }

    private func reader(
        _ path: String, _ settings: DecoderSettings
    ) throws(ZigguratError) -> JPEG2000RowReader {
        try JPEG2000RowReader(
            path: path, reduction: settings.level ?? 0, fillsMissing: settings.allowsDamaged)
    }

    package func isTruncated(_ file: SourceFile) -> Bool {
        let boxes = JPEG2000Boxes(file)
        return boxes.codestream.map { JPEG2000Markers(file, $0).isTruncated } ?? true
    }

    /// Regions are multiples of a tile, or of ``cell`` if the tiles are larger than
    /// ``longestTile``.
    ///
    /// For each region of an image in one tile, OpenJPEG reads all packet headers and decodes the
    /// code-blocks of the region. For 300 megapixels in 75 MB, the headers take 0.13 s, as long as
    /// the code-blocks of 0.8 megapixels. OpenJPEG decodes high-throughput tiles only as a whole.
    package func regionAccess(_ path: String, _ header: SourceHeader) -> RegionAccess {
        guard let file = try? SourceFile(path: path),
            let codestream = JPEG2000Boxes(file).codestream
        else { return .rows }
        let markers = JPEG2000Markers(file, codestream)
        guard let tile = markers.tileSize else { return .rows }
        if tile.longSide <= Self.longestTile { return .cells(tile) }
        return markers.isHighThroughput ? .rows : .cells(PixelSize(square: Self.cell))
    }

    /// The memory for the samples that are decoded at once, and for the data of an image in one
    /// tile.
    package func heldBytes(of image: MemoryQuestion) -> Int? {
        (try? JPEG2000RowReader(path: image.file.path, reduction: image.level))?.heldBytes
    }
}
