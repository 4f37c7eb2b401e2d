internal import ZigguratCore
internal import ZigguratSystem

/// What a worker needs to turn tiles of the rings into files: encoders of its own, and room for the
/// addresses of a tile's rows.
final class TileCutter {
    private let cuts: [Cut]
    private let bands: Int
    private let sampleBytes: Int
    private let background: RGBColor
    private let sink: any TileSink
    /// By the number of the cut; cuts of the same encoding share them.
    private var encoders: [any TileEncoder] = []
    /// For tiles of full resolution that are not encoded but cut out of the source: by the number of
    /// the cut, too.
    private var coefficientCutters: [CoefficientCutter?] = []
    private let rowAddresses: UnsafeMutablePointer<UnsafePointer<UInt8>>
    private let narrowing = TileScratch()
    private let flattening = TileScratch()
    private let padding = TileScratch()
    private let plainTiles: PlainTiles
    private let strips: StripEncoders
    /// By the number of the cut.
    private var blankTests: [BlankTest?] = []
    private let resampler = TileResampler()

    /// - Parameters:
    ///   - profile: the colour profile of the pixels; empty for sRGB.
    ///   - coefficients: where some of the cuts cut the source itself.
    ///   - plainTiles: those of all threads.
    ///   - strips: those of all threads.
    init(
        cuts: [Cut], bands: Int, sampleBytes: Int = 1, background: RGBColor,
        profile: [UInt8] = [], coefficients: JPEGCoefficients? = nil, plainTiles: PlainTiles,
        strips: StripEncoders, sink: any TileSink
    ) throws(ZigguratError) {
        self.plainTiles = plainTiles
        self.strips = strips
        self.cuts = cuts
        self.bands = bands
        self.sampleBytes = sampleBytes
        self.background = background
        self.sink = sink
        rowAddresses = .allocate(
            capacity: cuts.map { $0.tileSize.height + 2 * $0.overlap }.max() ?? 0)
        for (number, cut) in cuts.enumerated() {
            if let same = cuts[..<number].firstIndex(where: { $0.encoding == cut.encoding }) {
                encoders.append(encoders[same])
                coefficientCutters.append(coefficientCutters[same])
                continue
            }
            let encodedBands = Self.bands(bands, of: cut.encoding)
            encoders.append(
                try TileEncoders.make(for: cut.encoding, bands: encodedBands, profile: profile))
            if cut.encoding.cutsSource, let coefficients {
                coefficientCutters.append(
                    try CoefficientCutter(coefficients, cut.encoding, profile: profile))
            } else {
                coefficientCutters.append(nil)
            }
        }
        let widest = cuts.map { $0.tileSize.width + 2 * $0.overlap }.max() ?? 0
        for cut in cuts {
            let bands = Self.bands(bands, of: cut.encoding)
            blankTests.append(
                cut.blankTolerance.map { tolerance in
                    BlankTest(
                        background: background.pixel(bands: bands),
                        sampleBytes: cut.encoding.bits == 8 ? 1 : sampleBytes,
                        tolerance: tolerance, width: widest)
                })
        }
    }

    deinit {
        rowAddresses.deallocate()
    }

    /// Encodes a tile under every edge rule that is wanted of it, and hands it on.
    func encode(
        _ levelCut: PyramidSchedule.LevelCut, reduction: Int, column: Int, row: Int,
        from ring: RowRing
    ) throws(ZigguratError) {
        let cut = cuts[levelCut.cut]
        let encoder = encoders[levelCut.cut]
        let window = levelCut.window
        let region = levelCut.tiling.levelRegion(column: column, row: row, of: window)
        let isFull = cut.overlap == 0 && region.size == cut.tileSize
        let handOn = { (bytes: UnsafeRawBufferPointer, edge: EdgeRule?) throws(ZigguratError) in
            let tile = EncodedTile(
                cut: levelCut.cut, reduction: reduction, column: column, row: row, edge: edge,
                isBlank: false)
            try self.sink.accept(tile, bytes.bytes)
        }
        do throws(ZigguratError) {
            if reduction == 0, let coefficientCutter = coefficientCutters[levelCut.cut] {
                try handOn(try coefficientCutter.cut(region), isFull ? nil : .crop)
                return
            }
            let pixels = pixels(of: region, from: ring, for: cut)
            if levelCut.isInStrips {
                try encodeStrip(pixels, levelCut, reduction: reduction, row: row)
                return
            }
            let isBlank = isBlank(pixels, levelCut, cut)
            let hand = { (pixels: TilePixels, edge: EdgeRule?) throws(ZigguratError) in
                guard isBlank else { return try handOn(try encoder.encode(pixels), edge) }
                let tile = EncodedTile(
                    cut: levelCut.cut, reduction: reduction, column: column, row: row, edge: edge,
                    isBlank: true)
                try self.handBlank(tile, pixels, cut, encoder)
            }
            if let size = cut.resampledSize {
                try hand(resampler.resampled(pixels, to: size), nil)
                return
            }
            if isFull {
                try hand(pixels, nil)
                return
            }
            if cut.edges.contains(.crop) { try hand(pixels, .crop) }
            if cut.edges.contains(.pad) {
                let background = background.pixel(bands: pixels.bands)
                let start = PixelShift(
                    x: column == 0 ? window.shift.x : 0, y: row == 0 ? window.shift.y : 0)
                try hand(
                    padding.padded(pixels, to: cut.tileSize, at: start, background: background),
                    .pad)
            }
        } catch {
            throw error.orAbout("the tile in column \(column), row \(row) at 1:\(1 << reduction)")
        }
    }

    /// Encodes a strip of a level that is a single image, and hands that on with the last one.
    private func encodeStrip(
        _ pixels: TilePixels, _ levelCut: PyramidSchedule.LevelCut, reduction: Int, row: Int
    ) throws(ZigguratError) {
        let isFull = levelCut.window.size == cuts[levelCut.cut].tileSize
        let image = EncodedTile(
            cut: levelCut.cut, reduction: reduction, column: 0, row: 0, edge: isFull ? nil : .crop,
            isBlank: false)
        try strips.encode(pixels, levelCut, reduction: reduction, row: row) {
            bytes throws(ZigguratError) in try sink.accept(image, bytes.bytes)
        }
    }

    /// Whether nothing but the background is to be seen on a tile, where somebody asks. Of a level
    /// something has to be there.
    private func isBlank(
        _ pixels: TilePixels, _ levelCut: PyramidSchedule.LevelCut, _ cut: Cut
    ) -> Bool {
        guard cut.blankTolerance != nil, levelCut.columns * levelCut.rows > 1 else { return false }
        return blankTests[levelCut.cut]?.isBlank(pixels) ?? false
    }

    /// Hands a tile of nothing but the background on, where anybody wants it.
    private func handBlank(
        _ tile: EncodedTile, _ pixels: TilePixels, _ cut: Cut, _ encoder: any TileEncoder
    ) throws(ZigguratError) {
        guard sink.wants(blank: tile) else { return }
        let size = pixels.size
        let bytes = try plainTiles.bytes(cut.encoding, size, bands: pixels.bands) {
            () throws(ZigguratError) in
            let plain = padding.plain(
                size, background: background.pixel(bands: pixels.bands),
                sampleBytes: pixels.sampleBytes)
            return [UInt8](try encoder.encode(plain))
        }
        try sink.accept(tile, bytes.span.bytes)
    }

    /// The tile's pixels where they lie, or reduced to 8 bits, or flattened, where the encoding asks
    /// for it.
    private func pixels(of region: PixelRegion, from ring: RowRing, for cut: Cut) -> TilePixels {
        for y in 0..<region.height {
            rowAddresses[y] = UnsafePointer(
                ring.row(region.y + y) + region.x * bands * sampleBytes)
        }
        var pixels = TilePixels(
            rows: rowAddresses, width: region.width, height: region.height, bands: bands,
            sampleBytes: sampleBytes)
        if sampleBytes == 2, cut.encoding.bits == 8 { pixels = narrowing.narrowed(pixels) }
        let encodedBands = Self.bands(bands, of: cut.encoding)
        guard encodedBands != bands else { return pixels }
        return flattening.flattened(
            pixels, background: background.pixel(bands: encodedBands))
    }

    /// How many of a picture's bands an encoding keeps.
    private static func bands(_ bands: Int, of encoding: TileEncoding) -> Int {
        encoding.format.keepsAlpha || bands % 2 == 1 ? bands : bands - 1
    }
}
