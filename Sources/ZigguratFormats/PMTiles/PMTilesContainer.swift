internal import Synchronization
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSources
internal import ZigguratSystem

/// A container that writes a PMTiles archive.
///
/// Tiles arrive in any order, but the archive stores them by number, after directories whose size
/// is known only at the end. So tiles go to a temporary file first, without duplicates, and are
/// copied in order at the end. Memory grows only with the number of tiles: about 80 bytes for each
/// tile.
final class PMTilesContainer: Container {
    private struct Tiles {
        var tiles: [(number: Int, content: Int)] = []
        let spool: TileSpool
    }

    private let contents: PMTilesContents
    private let file: ArchiveFile
    private let tiles: Mutex<Tiles>

    init(_ contents: PMTilesContents, at path: String) throws(ZigguratError) {
        self.contents = contents
        file = try ArchiveFile(path)
        tiles = Mutex(Tiles(spool: try TileSpool(beside: path)))
    }

    package func write(
        _ path: String, tile: Tile.Address?, _ bytes: RawSpan, twin: StoredFile?
    ) throws(ZigguratError) -> StoredFile? {
        guard let tile else {
            throw ZigguratError(
                ContainerFailure.notATile(container: "pmtiles"), "\(file.path), \(path)")
        }
        guard let number = HilbertCurve.number(of: tile) else {
            throw ZigguratError(ContainerFailure.tileOutOfRange(tile), file.path)
        }
        try tiles.withLock { tiles throws(ZigguratError) in
            tiles.tiles.append((number, try tiles.spool.append(bytes)))
        }
        return nil
    }

    func finish() throws(ZigguratError) -> ContainerTotals {
        try tiles.withLock { tiles throws(ZigguratError) in
            tiles.tiles.sort { $0.number < $1.number }
            return try write(tiles)
        }
    }

    private func write(_ tiles: Tiles) throws(ZigguratError) -> ContainerTotals {
        let (entries, order) = try plan(tiles)
        let directories = try PMTilesDirectories(entries)
        let metadata = try Gzip.orThrow(
            BundleFile.jsonLine("metadata", contents.metadata).bytes)

        let metadataStart = PMTilesHeader.byteCount + directories.root.count
        let leavesStart = metadataStart + metadata.count
        let tilesStart = leavesStart + directories.leaves.count
        let header = PMTilesHeader(
            root: PMTilesHeader.byteCount..<metadataStart, metadata: metadataStart..<leavesStart,
            leaves: leavesStart..<tilesStart,
            tiles: tilesStart..<tilesStart + tiles.spool.byteCount,
            addressedTiles: tiles.tiles.count, tileEntries: entries.count,
            tileContents: tiles.spool.contents.count, tileCompression: contents.tileCompression,
            tileType: contents.tileType, zooms: contents.zooms, bounds: contents.bounds)
        try file.write(header.bytes + directories.root + metadata + directories.leaves, at: 0)
        try tiles.spool.copy(order, to: file, at: tilesStart)
        try file.close()
        try tiles.spool.close()
        return ContainerTotals(files: tiles.tiles.count, bytes: tilesStart + tiles.spool.byteCount)
    }

    /// Returns the directory entries, and the contents in the order of their first tiles.
    private func plan(
        _ tiles: Tiles
    ) throws(ZigguratError) -> (entries: [PMTilesDirectory.Entry], order: [Int]) {
        var entries: [PMTilesDirectory.Entry] = []
        var order: [Int] = []
        var offsets = [Int](repeating: -1, count: tiles.spool.contents.count)
        var end = 0
        for (number, content) in tiles.tiles {
            let byteCount = tiles.spool.contents[content].byteCount
            if offsets[content] < 0 {
                offsets[content] = end
                order.append(content)
                end += byteCount
            }
            let offset = offsets[content]
            if let last = entries.last {
                guard number >= last.end else {
                    throw ZigguratError(ContainerFailure.duplicateTile, file.path)
                }
                if number == last.end, last.offset == offset, last.byteCount == byteCount {
                    entries[entries.count - 1].runLength += 1
                    continue
                }
            }
            entries.append(
                PMTilesDirectory.Entry(
                    number: number, runLength: 1, byteCount: byteCount, offset: offset))
        }
        return (entries, order)
    }
}
