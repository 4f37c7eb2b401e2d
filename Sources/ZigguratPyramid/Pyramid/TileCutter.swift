internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// Cuts tiles out of row rings and encodes them, with the encoders and buffers of one worker.
final class TileCutter {
    private let passes: [TilingPass]
    private let bands: Int
    private let sampleBytes: Int
    private let background: RGBColor
    private let sink: any TileSink
    /// The encoder of each pass. Passes with equal encodings share an encoder.
    private var encoders: [any TileEncoder] = []
    /// The cutter of each pass that cuts full-resolution tiles out of a JPEG without encoding.
    private var coefficientCutters: [CoefficientCutter?] = []
    private let rowAddresses: UnsafeMutablePointer<UnsafePointer<UInt8>>
    private let turning = TileScratch()
    private let narrowing = TileScratch()
    private let flattening = TileScratch()
    private let padding = TileScratch()
    private let blankTiles: BlankTileCache
    private let strips: StripEncoders
    /// The blank test of each pass; `nil` if the pass keeps blank tiles.
    private var blankTests: [BlankTest?] = []
    private let resampler = TileResampler()

    /// - Parameters:
    ///   - profile: the ICC profile of the pixels; empty for sRGB.
    ///   - coefficients: the coefficients of the source if a pass cuts tiles out of it.
    ///   - blankTiles: the cache of blank tiles that all threads share.
    ///   - strips: the strip encoders that all threads share.
    init(
        passes: [TilingPass], bands: Int, sampleBytes: Int = 1, background: RGBColor,
        profile: [UInt8] = [], coefficients: JPEGCoefficients? = nil, blankTiles: BlankTileCache,
        strips: StripEncoders, sink: any TileSink
    ) throws(ZigguratError) {
        self.blankTiles = blankTiles
        self.strips = strips
        self.passes = passes
        self.bands = bands
        self.sampleBytes = sampleBytes
        self.background = background
        self.sink = sink
        rowAddresses = .allocate(
            capacity: passes.map { max($0.tileSize.width, $0.tileSize.height) + 2 * $0.overlap }
                .max() ?? 0)
        for (number, pass) in passes.enumerated() {
            if let same = passes[..<number].firstIndex(where: { $0.encoding == pass.encoding }) {
                encoders.append(encoders[same])
                coefficientCutters.append(coefficientCutters[same])
                continue
            }
            let encodedBands = Self.bands(bands, of: pass.encoding)
            encoders.append(
                try TileEncoders.make(for: pass.encoding, bands: encodedBands, profile: profile))
            if pass.encoding.cutsSource, let coefficients {
                coefficientCutters.append(
                    try CoefficientCutter(coefficients, pass.encoding, profile: profile))
            } else {
                coefficientCutters.append(nil)
            }
        }
        let widest = passes.map { $0.tileSize.width + 2 * $0.overlap }.max() ?? 0
        for pass in passes {
            let bands = Self.bands(bands, of: pass.encoding)
            blankTests.append(
                pass.blankTolerance.map { tolerance in
                    BlankTest(
                        background: background.pixel(bands: bands),
                        sampleBytes: pass.encoding.bits == 8 ? 1 : sampleBytes,
                        tolerance: tolerance, width: widest)
                })
        }
    }

    deinit {
        rowAddresses.deallocate()
    }

    /// Encodes a tile under each edge rule of its pass and passes the result to the sink.
    ///
    /// - Parameters:
    ///   - levelColumn: the tile's column in the order of the level's rows, which are not turned.
    ///   - levelRow: the tile's row in the order of the level's rows.
    func encode(
        _ levelPass: PyramidSchedule.LevelPass, reduction: Int, column levelColumn: Int,
        row levelRow: Int, from ring: RowRing
    ) throws(ZigguratError) {
        let (column, row) = levelPass.turnedPosition(column: levelColumn, row: levelRow)
        let pass = passes[levelPass.pass]
        let encoder = encoders[levelPass.pass]
        let window = levelPass.window
        let region = levelPass.tiling.levelRegion(column: column, row: row, of: window)
        let isFull = levelPass.isFull(column: column, row: row, of: pass)
        let tile = { (edge: Tiling.Edge?, isBlank: Bool) in
            EncodedTile(
                pass: levelPass.pass, reduction: reduction, column: column, row: row, edge: edge,
                isBlank: isBlank)
        }
        let deliver = { (bytes: UnsafeRawBufferPointer, edge: Tiling.Edge?) throws(ZigguratError) in
            try self.sink.accept(tile(edge, false), bytes.bytes)
        }
        let coefficientCutter = reduction == 0 ? coefficientCutters[levelPass.pass] : nil
        var open: [Tiling.Edge?] = []
        // A strip is only a part of an image, so it cannot be kept.
        if !levelPass.isInStrips {
            let isOneTile = isFull || pass.resampledSize != nil
            open = isOneTile ? [nil] : pass.edges.map(\.self)
            for edge in open where sink.isKept(tile(edge, false)) {
                try sink.keep(tile(edge, false))
                open.removeAll { $0 == edge }
            }
            guard !open.isEmpty else { return }
        }
        do throws(ZigguratError) {
            if let coefficientCutter {
                for edge in open {
                    let size = edge == .pad ? pass.tileSize : nil
                    try deliver(try coefficientCutter.cut(region, paddedTo: size), edge)
                }
                return
            }
            let pixels = pixels(of: region, levelPass, from: ring, for: pass)
            if levelPass.isInStrips {
                // The last strip passes the whole image on, as tile 0, 0.
                let edge: Tiling.Edge? = window.size == pass.tileSize ? nil : .crop
                let image = EncodedTile(
                    pass: levelPass.pass, reduction: reduction, column: 0, row: 0, edge: edge,
                    isBlank: false)
                try strips.encode(pixels, levelPass, reduction: reduction, row: row) {
                    bytes throws(ZigguratError) in try sink.accept(image, bytes.bytes)
                }
                return
            }
            let isBlank = isBlank(pixels, levelPass, pass)
            let encodeTile = { (pixels: TilePixels, edge: Tiling.Edge?) throws(ZigguratError) in
                guard isBlank else { return try deliver(try encoder.encode(pixels), edge) }
                try self.deliverBlank(tile(edge, true), pixels, pass, encoder)
            }
            if let size = pass.resampledSize {
                try encodeTile(resampler.resampled(pixels, to: size), nil)
                return
            }
            if isFull {
                try encodeTile(pixels, nil)
                return
            }
            if open.contains(.crop) { try encodeTile(pixels, .crop) }
            if open.contains(.pad) {
                let background = background.pixel(bands: pixels.bands)
                let start = PixelShift(
                    x: column == 0 ? window.shift.x : 0, y: row == 0 ? window.shift.y : 0)
                try encodeTile(
                    padding.padded(pixels, to: pass.tileSize, at: start, background: background),
                    .pad)
            }
        } catch {
            guard case .failed(let format, nil)? = error.reason as? EncoderError else {
                throw error
            }
            let tile = TilePosition(reduction: reduction, column: column, row: row)
            throw ZigguratError(EncoderError.failed(format, tile: tile), cause: error.cause)
        }
    }

    /// Whether a tile shows only the background. A level of one tile is never blank.
    private func isBlank(
        _ pixels: TilePixels, _ levelPass: PyramidSchedule.LevelPass, _ pass: TilingPass
    ) -> Bool {
        guard pass.blankTolerance != nil, levelPass.columns * levelPass.rows > 1 else {
            return false
        }
        return blankTests[levelPass.pass]?.isBlank(pixels) ?? false
    }

    /// Passes a blank tile to the sink if the sink wants it.
    private func deliverBlank(
        _ tile: EncodedTile, _ pixels: TilePixels, _ pass: TilingPass, _ encoder: any TileEncoder
    ) throws(ZigguratError) {
        guard sink.wants(blank: tile) else { return }
        let size = pixels.size
        let bytes = try blankTiles.bytes(pass.encoding, size, bands: pixels.bands) {
            () throws(ZigguratError) in
            let plain = padding.plain(
                size, background: background.pixel(bands: pixels.bands),
                sampleBytes: pixels.sampleBytes)
            return [UInt8](try encoder.encode(plain))
        }
        try sink.accept(tile, bytes.span.bytes)
    }

    /// Returns the pixels of a tile in the ring, reduced to 8 bits or flattened if the encoding
    /// needs it.
    private func pixels(
        of turnedRegion: PixelRegion, _ levelPass: PyramidSchedule.LevelPass, from ring: RowRing,
        for pass: TilingPass
    ) -> TilePixels {
        let orientation = levelPass.orientation
        let region = orientation.stored(turnedRegion, in: levelPass.levelSize)
        for y in 0..<region.height {
            rowAddresses[y] = UnsafePointer(
                ring.row(region.y + y)
                    + (region.x - levelPass.memoryColumn) * bands * sampleBytes)
        }
        var pixels = TilePixels(
            rows: rowAddresses, width: region.width, height: region.height, bands: bands,
            sampleBytes: sampleBytes)
        if orientation != .upright { pixels = turning.turned(pixels, orientation) }
        if sampleBytes == 2, pass.encoding.bits == 8 { pixels = narrowing.narrowed(pixels) }
        let encodedBands = Self.bands(bands, of: pass.encoding)
        guard encodedBands != bands else { return pixels }
        return flattening.flattened(
            pixels, background: (pass.background ?? background).pixel(bands: encodedBands))
    }

    /// Returns the number of an image's bands that an encoding keeps.
    private static func bands(_ bands: Int, of encoding: TileEncoding) -> Int {
        encoding.format.keepsAlpha || bands % 2 == 1 ? bands : bands - 1
    }
}
