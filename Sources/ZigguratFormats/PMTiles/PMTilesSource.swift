internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSources
internal import ZigguratSystem

/// The pyramid in a PMTiles file.
final class PMTilesSource: TileSource {
    let kind = "PMTiles"
    let found: FoundPyramid
    private let archive: PMTilesArchive

    /// - Parameter known: The pyramid, if a manifest describes it; `nil` to derive the pyramid from
    ///   the metadata and the tiles.
    init(_ path: String, known: FoundPyramid?) throws(ZigguratError) {
        archive = try PMTilesArchive(path)
        let header = archive.header
        guard header.tileType != PMTilesHeader.vectorType else {
            throw ZigguratError(DescriptorError.vectorTiles, path)
        }
        guard let format = header.tileFormat else {
            throw ZigguratError(ArchiveError.unsupportedTileType(Int(header.tileType)), path)
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

    func place(of tile: Tile) -> String { tile.address.place(in: place) }

    /// Returns the tiles of a map's archive. Vector tiles stay compressed.
    static func mapTiles(in path: String) throws(ZigguratError) -> MapTiles {
        let archive = try PMTilesArchive(path)
        // A directory of a few bytes can claim any number of tiles.
        let limit = max(1 << 20, archive.file.byteCount / 64)
        guard archive.tileCount <= limit else {
            throw ZigguratError(ArchiveError.tooManyEntries(limit: limit), path)
        }
        let tiles = Array(tiles(of: archive))
        let metadata = mapMetadata(archive.members, archive.header)
        let isVector = archive.header.tileType == PMTilesHeader.vectorType
        let format =
            isVector ? MapTileFormat.vectorExtensions[0] : archive.header.tileFormat?.fileExtension
        let actual =
            isVector
            ? nil
            : TileSetStatement.format(of: tiles) { tile throws(ZigguratError) in
                try archive.bytes(of: tile)
            }
        let ranges = TileRanges(tiles)
        return MapTiles(
            place: path, metadata: metadata, statedFormat: format ?? "", addresses: tiles,
            faults: archive.faults(of: ranges, actual, pyramid: nil),
            cells: MapArea.cells(of: metadata, ranges),
            placeOfTile: { $0.place(in: path) },
            read: { tile throws(ZigguratError) in
                isVector ? try archive.storedBytes(of: tile) : try archive.bytes(of: tile)
            })
    }

    static func mapMetadata(in path: String) throws(ZigguratError) -> MapMetadata {
        let file = try RandomAccessFile(path)
        let header = try PMTilesHeader(of: file)
        return mapMetadata(try PMTilesArchive.members(of: file, header), header)
    }

    private static func mapMetadata(
        _ members: [String: JSONValue]?, _ header: PMTilesHeader
    ) -> MapMetadata {
        var metadata = MapMetadata(members ?? [:])
        metadata.bounds = header.bounds.ofMap
        metadata.centre = header.bounds.centreOfMap
        return metadata
    }

    /// Returns the inconsistencies of the archive; the tiles' images are not checked.
    func faults() -> [ZigguratError] {
        var outside = 0
        for number in archive.entries.lazy.flatMap({ $0.number..<$0.end })
        where HilbertCurve.tile(of: number).flatMap({ pyramid.tile(at: $0) }) == nil {
            outside += 1
        }
        // If tiles are outside the image, the stated zooms and bounds are not compared with them.
        let ranges = outside > 0 ? TileRanges() : TileRanges(Self.tiles(of: archive))
        let faults = archive.faults(
            of: ranges, .image(pyramid.tiling.encoding.format), pyramid: pyramid)
        guard outside > 0 else { return faults }
        return faults + [ZigguratError(ArchiveError.tilesOutsideImage(outside), place)]
    }

    private static func grid(of archive: PMTilesArchive) throws(ZigguratError) -> TileGrid {
        var ranges = TileRanges()
        for tile in tiles(of: archive) { ranges.add(tile) }
        return try ranges.grid(of: archive.file.path) { tile throws(ZigguratError) in
            try archive.bytes(of: tile)
        }
    }

    /// Returns the addresses in the directory.
    ///
    /// A damaged directory may claim any number of tiles; the limit exceeds the number of an
    /// image's tiles.
    private static func tiles(of archive: PMTilesArchive) -> some Sequence<Tile.Address> {
        archive.entries.lazy.flatMap { $0.number..<$0.end }.prefix(1 << 28)
            .compactMap(HilbertCurve.tile)
    }
}

extension PMTilesArchive {
    var metadata: TileSetMetadata? { members.map { TileSetMetadata(.object($0)) } }

    /// Returns the inconsistencies between the header, the metadata, the directories and the tiles.
    ///
    /// - Parameters:
    ///   - format: The format of the tiles; `nil` if it is unknown.
    ///   - pyramid: The pyramid of an image; `nil` for a map.
    func faults(
        of tiles: TileRanges, _ format: MapTileFormat?, pyramid: Pyramid?
    ) -> [ZigguratError] {
        // A count of 0 is unknown.
        let counts: [(ArchiveError.Count, stated: Int, actual: Int)] = [
            (.addressedTiles, header.addressedTiles, tileCount),
            (.tileEntries, header.tileEntries, entries.count),
            (.tileContents, header.tileContents, Set(entries.map(\.offset)).count),
        ]
        var faults = counts.filter { $0.stated != 0 && $0.stated != $0.actual }.map {
            ArchiveError.countMismatch($0, stated: $1, actual: $2)
        }
        if metadata == nil { faults.append(.damaged(.metadata)) }
        let fields = TileSetStatement(members ?? [:])
        for statement in [statement, fields] {
            faults += statement.faults(of: tiles, format, pyramid: pyramid)
                .filter { !faults.contains($0) }
        }
        return faults.map { ZigguratError($0, file.path) }
    }

    /// The header's statement about the tiles.
    private var statement: TileSetStatement {
        let image = ["image_width", "image_height", "blank_tiles"].compactMap { name in
            members?[name].map { (name, $0) }
        }
        var statement = TileSetStatement(Dictionary(image) { first, _ in first })
        statement.format =
            header.tileType == PMTilesHeader.vectorType
            ? MapTileFormat.vectorExtensions[0] : header.tileFormat?.fileExtension
        statement.lowestZoom = header.zooms.lowerBound
        statement.highestZoom = header.statedHighestZoom
        statement.edges = header.bounds.edgesInDegrees
        statement.centre = header.bounds.centreInDegrees
        return statement
    }
}
