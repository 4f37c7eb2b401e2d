internal import ZigguratCore

/// What a worker needs to turn tiles of the rings into files: encoders of its own, and room for the
/// addresses of a tile's rows.
final class TileCutter {
    private let cuts: [Cut]
    private let bands: Int
    private let background: [UInt8]
    private let sink: any TileSink
    private var encoders: [TileEncoding: any TileEncoder] = [:]
    private let rowAddresses: UnsafeMutablePointer<UnsafePointer<UInt8>>
    private let maximumRows: Int
    private var padding: [UInt8] = []

    init(cuts: [Cut], bands: Int, background: RGBColor, sink: any TileSink) throws(ZigguratError) {
        self.cuts = cuts
        self.bands = bands
        self.background = Self.pixel(background, bands: bands)
        self.sink = sink
        maximumRows = cuts.map { $0.tileSize.height + 2 * $0.overlap }.max() ?? 0
        rowAddresses = .allocate(capacity: maximumRows)
        for cut in cuts where encoders[cut.encoding] == nil {
            encoders[cut.encoding] = try TileEncoders.make(for: cut.encoding, bands: bands)
        }
    }

    deinit {
        rowAddresses.deallocate()
    }

    /// Encodes a tile under every edge rule that is wanted of it, and hands it on.
    func encode(
        _ level: PyramidSchedule.Level, _ levelCut: PyramidSchedule.LevelCut, reduction: Int,
        column: Int, row: Int, from ring: RowRing
    ) throws(ZigguratError) {
        let cut = cuts[levelCut.cut]
        guard let encoder = encoders[cut.encoding] else { return }
        let region = levelCut.tiling.levelRegion(column: column, row: row, levelSize: level.size)
        for y in 0..<region.height {
            rowAddresses[y] = UnsafePointer(ring.row(region.y + y) + region.x * bands)
        }
        let pixels = TilePixels(
            rows: rowAddresses, width: region.width, height: region.height, bands: bands)
        let isFull = cut.overlap == 0 && region.size == cut.tileSize
        let isSame = isFull || cut.edges.count == 1 && cut.edges.contains(.crop)
        do throws(ZigguratError) {
            if isSame || cut.edges.contains(.crop) {
                try hand(
                    on: try encoder.encode(pixels), cut: levelCut.cut, reduction, column, row,
                    edge: isFull ? nil : .crop)
            }
            if !isSame, cut.edges.contains(.pad) {
                try hand(
                    on: try encodePadded(pixels, to: cut.tileSize, with: encoder),
                    cut: levelCut.cut, reduction, column, row, edge: .pad)
            }
        } catch {
            guard error.subject.isEmpty else { throw error }
            throw error.about("the tile in column \(column), row \(row) at 1:\(1 << reduction)")
        }
    }

    private func hand(
        on bytes: UnsafeRawBufferPointer, cut: Int, _ reduction: Int, _ column: Int, _ row: Int,
        edge: EdgeRule?
    ) throws(ZigguratError) {
        let tile = EncodedTile(cut: cut, reduction: reduction, column: column, row: row, edge: edge)
        try sink.accept(tile, bytes.bytes)
    }

    /// Copies the tile into the top left of a full one; only edge tiles come here.
    private func encodePadded(
        _ pixels: TilePixels, to size: PixelSize, with encoder: any TileEncoder
    ) throws(ZigguratError) -> UnsafeRawBufferPointer {
        let rowLength = size.width * bands
        if padding.count != rowLength * size.height {
            padding = [UInt8](repeating: 0, count: rowLength * size.height)
        }
        var result: Result<UnsafeRawBufferPointer, ZigguratError> = .failure(
            ZigguratError(.encodingFailed, "", "an empty tile cannot be encoded"))
        padding.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            for y in 0..<size.height {
                let target = start + y * rowLength
                let copied = y < pixels.height ? pixels.width * bands : 0
                if copied > 0 { target.update(from: pixels.rows[y], count: copied) }
                for x in copied / bands..<size.width {
                    for band in 0..<bands { target[x * bands + band] = background[band] }
                }
                rowAddresses[y] = UnsafePointer(target)
            }
            let padded = TilePixels(
                rows: rowAddresses, width: size.width, height: size.height, bands: bands)
            do throws(ZigguratError) {
                result = .success(try encoder.encode(padded))
            } catch {
                result = .failure(error)
            }
        }
        return try result.get()
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
