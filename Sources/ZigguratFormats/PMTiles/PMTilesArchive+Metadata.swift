internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSources
internal import ZigguratSystem

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
        let counts: [(ArchiveFault.Count, stated: Int, actual: Int)] = [
            (.addressedTiles, header.addressedTiles, tileCount),
            (.tileEntries, header.tileEntries, entries.count),
            (.tileContents, header.tileContents, Set(entries.map(\.offset)).count),
        ]
        var faults = counts.filter { $0.stated != 0 && $0.stated != $0.actual }.map {
            ArchiveFault.countMismatch($0, stated: $1, actual: $2)
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
