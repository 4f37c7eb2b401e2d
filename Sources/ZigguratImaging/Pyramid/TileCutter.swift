internal import ZigguratCore

/// What a worker needs to turn tiles of the rings into files: encoders of its own, and room for the
/// addresses of a tile's rows.
final class TileCutter {
    private let cuts: [Cut]
    private let bands: Int
    private let sampleBytes: Int
    private let background: RGBColor
    private let sink: any TileSink
    private var encoders: [TileEncoding: any TileEncoder] = [:]
    /// For tiles of full resolution that are not encoded but cut out of the source.
    private var coefficientCutters: [TileEncoding: CoefficientCutter] = [:]
    private let rowAddresses: UnsafeMutablePointer<UnsafePointer<UInt8>>
    private let narrowing = TileScratch()
    private let flattening = TileScratch()
    private let padding = TileScratch()

    /// - Parameters:
    ///   - profile: the colour profile of the pixels; empty for sRGB.
    ///   - coefficients: where some of the cuts cut the source itself.
    init(
        cuts: [Cut], bands: Int, sampleBytes: Int = 1, background: RGBColor,
        profile: [UInt8] = [], coefficients: JPEGCoefficients? = nil, sink: any TileSink
    ) throws(ZigguratError) {
        self.cuts = cuts
        self.bands = bands
        self.sampleBytes = sampleBytes
        self.background = background
        self.sink = sink
        rowAddresses = .allocate(
            capacity: cuts.map { $0.tileSize.height + 2 * $0.overlap }.max() ?? 0)
        for cut in cuts where encoders[cut.encoding] == nil {
            let encodedBands = Self.bands(bands, of: cut.encoding)
            encoders[cut.encoding] = try TileEncoders.make(
                for: cut.encoding, bands: encodedBands, profile: profile)
            if cut.encoding.cutsSource, let coefficients {
                coefficientCutters[cut.encoding] = try CoefficientCutter(
                    coefficients, cut.encoding, profile: profile)
            }
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
        guard let encoder = encoders[cut.encoding] else { return }
        let window = levelCut.window
        let region = levelCut.tiling.levelRegion(column: column, row: row, of: window)
        let isFull = cut.overlap == 0 && region.size == cut.tileSize
        let handOn = { (bytes: UnsafeRawBufferPointer, edge: EdgeRule?) throws(ZigguratError) in
            let tile = EncodedTile(
                cut: levelCut.cut, reduction: reduction, column: column, row: row, edge: edge)
            try self.sink.accept(tile, bytes.bytes)
        }
        let hand = { (pixels: TilePixels, edge: EdgeRule?) throws(ZigguratError) in
            try handOn(try encoder.encode(pixels), edge)
        }
        do throws(ZigguratError) {
            if reduction == 0, let coefficientCutter = coefficientCutters[cut.encoding] {
                try handOn(try coefficientCutter.cut(region), isFull ? nil : .crop)
                return
            }
            let pixels = pixels(of: region, from: ring, for: cut)
            if isFull {
                try hand(pixels, nil)
                return
            }
            if cut.edges.contains(.crop) { try hand(pixels, .crop) }
            if cut.edges.contains(.pad) {
                let background = Self.pixel(background, bands: pixels.bands)
                let start = PixelShift(
                    x: column == 0 ? window.shift.x : 0, y: row == 0 ? window.shift.y : 0)
                try hand(
                    padding.padded(pixels, to: cut.tileSize, at: start, background: background),
                    .pad)
            }
        } catch {
            guard error.subject.isEmpty else { throw error }
            throw error.about("the tile in column \(column), row \(row) at 1:\(1 << reduction)")
        }
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
            pixels, background: Self.pixel(background, bands: encodedBands))
    }

    /// How many of a picture's bands an encoding keeps.
    private static func bands(_ bands: Int, of encoding: TileEncoding) -> Int {
        encoding.format.keepsAlpha || bands % 2 == 1 ? bands : bands - 1
    }

    /// The background as a pixel of so many bands; transparent where there is alpha.
    private static func pixel(_ colour: RGBColor, bands: Int) -> [UInt8] {
        let grey = (299 * Int(colour.red) + 587 * Int(colour.green) + 114 * Int(colour.blue)) / 1000
        return switch bands {
        case 1: [UInt8(grey)]
        case 2: [UInt8(grey), 0]
        case 3: [colour.red, colour.green, colour.blue]
        default: [colour.red, colour.green, colour.blue, 0]
        }
    }
}
