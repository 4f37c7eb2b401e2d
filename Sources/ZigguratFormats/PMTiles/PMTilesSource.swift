internal import ZigguratCore
internal import ZigguratSystem

/// The pyramid in a PMTiles file.
final class PMTilesSource: TileSource {
    let kind = "PMTiles"
    let found: FoundPyramid
    private let archive: PMTilesArchive

    /// - Parameter known: The pyramid, if a manifest describes it; otherwise it follows from the
    ///   metadata and the tiles.
    init(_ path: String, known: FoundPyramid?) throws(ZigguratError) {
        archive = try PMTilesArchive(path)
        let header = archive.header
        guard let format = header.tileFormat else {
            throw ZigguratError(ArchiveFault.unsupportedTileType(Int(header.tileType)), path)
        }
        if let known {
            found = known
        } else if let sparse = archive.metadata?.sparsePyramid(
            format: format, zooms: header.zooms, tileCount: archive.tileCount,
            holds: archive.holds)
        {
            found = sparse
        } else {
            found = try Self.grid(of: archive).reading(
                naming: .template("{z}/{x}/{y}"), imageSize: archive.metadata?.imageSize
            ).get()
        }
    }

    var place: String { archive.file.path }

    func bytes(of tile: Tile) throws(ZigguratError) -> [UInt8]? {
        try archive.bytes(of: tile.address)
    }

    func place(of tile: Tile) -> String {
        "\(place), tile \(tile.level.index)/\(tile.column)/\(tile.row)"
    }

    /// Inconsistencies outside the tiles' images.
    func faults() -> [ZigguratError] {
        var outside = 0
        for number in archive.entries.lazy.flatMap({ $0.number..<$0.end })
        where HilbertCurve.tile(of: number).flatMap({ pyramid.tile(at: $0) }) == nil {
            outside += 1
        }
        let faults = archive.faults()
        guard outside > 0 else { return faults }
        return faults + [ZigguratError(ArchiveFault.tilesOutsideImage(outside), place)]
    }

    private static func grid(of archive: PMTilesArchive) throws(ZigguratError) -> TileGrid {
        var ranges = TileRanges()
        // An image has fewer tiles; a damaged directory may claim any number of them.
        for number in archive.entries.lazy.flatMap({ $0.number..<$0.end }).prefix(1 << 28) {
            if let tile = HilbertCurve.tile(of: number) { ranges.add(tile) }
        }
        return try ranges.grid(of: archive.file.path) { tile throws(ZigguratError) in
            try archive.bytes(of: tile)
        }
    }
}
