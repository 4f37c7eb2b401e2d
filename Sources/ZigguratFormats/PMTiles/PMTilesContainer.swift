internal import Synchronization
internal import ZigguratCore
internal import ZigguratSystem

/// Writes a PMTiles archive.
///
/// Tiles arrive in any order, but the archive stores them in the order of their numbers, behind
/// directories whose size is known only at the end. So tiles go to a temporary file first, equal
/// ones once, and are copied in order at the end. Memory grows only with the number of tiles: about
/// 80 bytes for each.
final class PMTilesContainer: Container {
    /// Bytes in the temporary file.
    private struct Content {
        let offset: Int
        let byteCount: Int
        /// An earlier content with the same checksum and length, to compare as well; −1 for none.
        let previous: Int
    }

    private struct Key: Hashable {
        let checksum: UInt32
        let byteCount: Int
    }

    private struct Tiles {
        var tiles: [(number: Int, content: Int)] = []
        var contents: [Content] = []
        var latest: [Key: Int] = [:]
        var end = 0
    }

    private let contents: PMTilesContents
    private let file: ArchiveFile
    private let spool: ArchiveFile
    private let tiles = Mutex(Tiles())

    init(_ contents: PMTilesContents, at path: String) throws(ZigguratError) {
        self.contents = contents
        file = try ArchiveFile(path)
        spool = try ArchiveFile(path, isTemporary: true)
    }

    func write(
        _ path: String, tile: Tile.Address?, _ bytes: RawSpan, twin: StoredFile?
    ) throws(ZigguratError) -> StoredFile? {
        guard let tile else {
            throw ZigguratError(
                ContainerFailure.notATile(container: "pmtiles"), "\(file.path), \(path)")
        }
        guard let number = HilbertCurve.number(of: tile) else {
            throw ZigguratError(ContainerFailure.tileOutOfRange(tile), file.path)
        }
        let key = Key(checksum: CRC32.checksum(of: bytes), byteCount: bytes.byteCount)
        try tiles.withLock { tiles throws(ZigguratError) in
            let latest = tiles.latest[key] ?? -1
            if let content = try find(bytes, from: latest, in: tiles.contents) {
                tiles.tiles.append((number, content))
                return
            }
            // Written under the lock: the next tile may be compared with it.
            try spool.write(bytes, at: tiles.end)
            tiles.tiles.append((number, tiles.contents.count))
            tiles.latest[key] = tiles.contents.count
            tiles.contents.append(
                Content(offset: tiles.end, byteCount: key.byteCount, previous: latest))
            tiles.end += key.byteCount
        }
        return nil
    }

    /// An earlier content with the same bytes; equal checksums alone do not prove it.
    private func find(
        _ bytes: RawSpan, from latest: Int, in contents: [Content]
    ) throws(ZigguratError) -> Int? {
        var candidate = latest
        while candidate >= 0 {
            let content = contents[candidate]
            let stored = try spool.read(content.byteCount, at: content.offset)
            let isEqual = unsafe bytes.withUnsafeBytes { unsafe $0.elementsEqual(stored) }
            if isEqual { return candidate }
            candidate = content.previous
        }
        return nil
    }

    func finish() throws(ZigguratError) -> ContainerTotals {
        var tiles = tiles.withLock { $0 }
        tiles.tiles.sort { $0.number < $1.number }
        let (entries, order) = try plan(tiles)
        let directories = try PMTilesDirectories(entries)
        let metadata = try Gzip.orThrow(
            BundleFile.jsonLine("metadata", contents.metadata).bytes)

        let metadataStart = PMTilesHeader.byteCount + directories.root.count
        let leavesStart = metadataStart + metadata.count
        let tilesStart = leavesStart + directories.leaves.count
        let header = PMTilesHeader(
            root: PMTilesHeader.byteCount..<metadataStart, metadata: metadataStart..<leavesStart,
            leaves: leavesStart..<tilesStart, tiles: tilesStart..<tilesStart + tiles.end,
            addressedTiles: tiles.tiles.count, tileEntries: entries.count,
            tileContents: tiles.contents.count, tileCompression: contents.tileCompression,
            tileType: contents.tileType, zooms: contents.zooms, bounds: contents.bounds)
        try file.write(header.bytes + directories.root + metadata + directories.leaves, at: 0)
        try copy(order.map { tiles.contents[$0] }, to: tilesStart)
        try file.close()
        try spool.close()
        return ContainerTotals(files: tiles.tiles.count, bytes: tilesStart + tiles.end)
    }

    /// The directory entries, and the contents in the order of the first tile with each.
    private func plan(
        _ tiles: Tiles
    ) throws(ZigguratError) -> (entries: [PMTilesDirectory.Entry], order: [Int]) {
        var entries: [PMTilesDirectory.Entry] = []
        var order: [Int] = []
        var offsets = [Int](repeating: -1, count: tiles.contents.count)
        var end = 0
        for (number, content) in tiles.tiles {
            let byteCount = tiles.contents[content].byteCount
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

    /// Copies contents one behind the other; neighbours in the temporary file in one step.
    private func copy(_ contents: [Content], to start: Int) throws(ZigguratError) {
        let longest = 1 << 20
        var target = start
        var pending = 0..<0
        for content in contents {
            if content.offset == pending.upperBound, pending.count + content.byteCount <= longest {
                pending = pending.lowerBound..<(content.offset + content.byteCount)
                continue
            }
            try file.write(spool.read(pending.count, at: pending.lowerBound), at: target)
            target += pending.count
            pending = content.offset..<(content.offset + content.byteCount)
        }
        try file.write(spool.read(pending.count, at: pending.lowerBound), at: target)
    }
}
