internal import ZigguratCore

/// What a worker needs to turn tiles of the rings into files: encoders of its own, and room for the
/// addresses of a tile's rows.
final class TileCutter {
    private let cuts: [Cut]
    private let bands: Int
    private let background: RGBColor
    private let sink: any TileSink
    private var encoders: [TileEncoding: any TileEncoder] = [:]
    private let rowAddresses: UnsafeMutablePointer<UnsafePointer<UInt8>>
    private let flattening = TileScratch()
    private let padding = TileScratch()
    private let resampler = TileResampler()

    init(cuts: [Cut], bands: Int, background: RGBColor, sink: any TileSink) throws(ZigguratError) {
        self.cuts = cuts
        self.bands = bands
        self.background = background
        self.sink = sink
        rowAddresses = .allocate(
            capacity: cuts.map { $0.tileSize.height + 2 * $0.overlap }.max() ?? 0)
        for cut in cuts where encoders[cut.encoding] == nil {
            let encodedBands = Self.bands(bands, of: cut.encoding)
            encoders[cut.encoding] = try TileEncoders.make(for: cut.encoding, bands: encodedBands)
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
        let pixels = pixels(of: region, from: ring, for: cut)
        let isFull = cut.overlap == 0 && region.size == cut.tileSize
        let hand = { (pixels: TilePixels, edge: EdgeRule?) throws(ZigguratError) in
            let bytes = try encoder.encode(pixels)
            let tile = EncodedTile(
                cut: levelCut.cut, reduction: reduction, column: column, row: row, edge: edge)
            try self.sink.accept(tile, bytes.bytes)
        }
        do throws(ZigguratError) {
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

    /// The tile's pixels where they lie, or flattened where the format has no transparency.
    private func pixels(of region: PixelRegion, from ring: RowRing, for cut: Cut) -> TilePixels {
        for y in 0..<region.height {
            rowAddresses[y] = UnsafePointer(ring.row(region.y + y) + region.x * bands)
        }
        let pixels = TilePixels(
            rows: rowAddresses, width: region.width, height: region.height, bands: bands)
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
