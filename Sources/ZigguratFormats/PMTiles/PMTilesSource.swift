internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The pyramid in a PMTiles file.
final class PMTilesSource: TileSource {
    let kind = "PMTiles"
    let pyramid: Pyramid
    let absent: AbsentTiles
    let assumptions: [String]
    private let archive: PMTilesArchive

    /// - Parameter known: the pyramid, where somebody knows it; the tiles tell otherwise.
    init(_ archive: PMTilesArchive, known: FoundPyramid?) throws(ZigguratError) {
        self.archive = archive
        guard let format = PMTilesArchive.formats[archive.header.tileType] else {
            throw ZigguratError(
                .invalidPyramid, archive.file.path, "it holds no pictures",
                remedy: "tiles of PNG, JPEG, WebP and AVIF can be read")
        }
        if let known {
            pyramid = known.pyramid
            absent = known.absent
            assumptions = []
            return
        }
        if let sparse = archive.sparseTileSet?.pyramid(
            format: format, zooms: archive.header.zooms,
            tileCount: archive.entries.reduce(0, { $0 + $1.runLength }),
            holds: { archive.entry(of: Int(HilbertCurve.tileID(of: $0))) != nil })
        {
            pyramid = sparse.pyramid
            absent = sparse.absent
            assumptions = []
            return
        }
        absent = .none
        let reading = try Self.grid(of: archive, format)
            .reading(naming: .template("{z}/{x}/{y}"), imageSize: archive.imageSize).get()
        pyramid = reading.pyramid
        assumptions = reading.assumptions
    }

    var place: String { archive.file.path }

    func bytes(of tile: Tile) throws(ZigguratError) -> [UInt8]? {
        try archive.entry(of: Self.number(of: tile)).map { entry throws(ZigguratError) in
            try archive.bytes(of: entry)
        }
    }

    func place(of tile: Tile) -> String {
        "\(place), tile \(tile.level.index)/\(tile.column)/\(tile.row)"
    }

    /// What does not fit together, apart from the tiles' pictures.
    func faults() -> [ZigguratError] {
        var faults = archive.faults()
        var count = 0
        for entry in archive.entries {
            for number in entry.number..<entry.number + entry.runLength {
                if HilbertCurve.tile(of: number).flatMap({ pyramid.tile(at: $0) }) == nil {
                    count += 1
                }
            }
        }
        if count > 0 {
            faults.append(
                ZigguratError(
                    .invalidPyramid, place, "\(count) of its tiles lie outside the picture",
                    remedy: "get a good copy, or write it again"))
        }
        return faults
    }

    private static func number(of tile: Tile) -> Int {
        Int(HilbertCurve.tileID(of: tile.address))
    }

    /// Columns and rows of the highest zoom, and the tiles at both ends of it.
    private static func grid(
        of archive: PMTilesArchive, _ format: TileFormat
    ) throws(ZigguratError) -> TileGrid {
        var ranges = TileRanges()
        // A picture has fewer; a damaged directory may speak of more than anybody can count.
        var rest = 1 << 28
        for entry in archive.entries {
            let count = min(entry.runLength, rest)
            rest -= count
            for number in entry.number..<entry.number + count {
                guard let tile = HilbertCurve.tile(of: number) else { continue }
                ranges.add(tile)
            }
        }
        return try ranges.grid(of: archive.file.path) { tile throws(ZigguratError) in
            try archive.entry(of: Int(HilbertCurve.tileID(of: tile))).map {
                entry throws(ZigguratError) in
                try archive.bytes(of: entry)
            }
        }
    }
}
