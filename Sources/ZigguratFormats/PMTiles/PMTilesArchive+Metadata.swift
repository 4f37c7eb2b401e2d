internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

extension PMTilesArchive {
    var metadata: TileSetMetadata? { members.map { TileSetMetadata(.object($0)) } }

    /// Inconsistencies between the header, the metadata and the directories.
    func faults() -> [ZigguratError] {
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
        return faults.map { ZigguratError($0, file.path) }
    }
}
