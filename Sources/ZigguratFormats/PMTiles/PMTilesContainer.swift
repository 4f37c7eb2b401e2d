internal import Synchronization
internal import ZigguratCore
internal import ZigguratSystem

/// A PMTiles archive in the making.
///
/// Tiles arrive in no order, and the archive has them in the order of their numbers, behind
/// directories whose size shows only at the end. So they go to a file without a name first, the
/// same bytes once, and are copied in order when all are there. What is in memory grows with the
/// number of tiles alone: some 80 bytes for each.
final class PMTilesContainer: Container {
    /// Bytes in the spool.
    private struct Content {
        let offset: Int
        let length: Int
        /// The one before with the same checksum and length, to be compared as well; −1: none.
        let namesake: Int
    }

    private struct Key: Hashable {
        let checksum: UInt32
        let length: Int
    }

    private struct Tiles {
        var tiles: [(id: UInt64, content: Int)] = []
        var contents: [Content] = []
        var latest: [Key: Int] = [:]
        var end = 0
    }

    private let bundle: BundleDescription
    private let tileType: UInt8
    private let file: ArchiveFile
    private let spool: ArchiveFile
    private let tiles = Mutex(Tiles())

    init(_ bundle: BundleDescription, at path: String) throws(ZigguratError) {
        let format = bundle.pyramid.tiling.encoding.format
        guard let tileType = PMTilesHeader.tileType(of: format) else {
            throw ZigguratError(.invalidOptions, path, "PMTiles cannot have \(format) tiles")
        }
        self.bundle = bundle
        self.tileType = tileType
        file = try ArchiveFile(path)
        spool = try ArchiveFile(path, isTemporary: true)
    }

    func write(
        _ path: String, tile: TileAddress?, _ bytes: RawSpan, twin: StoredFile?
    ) throws(ZigguratError) -> StoredFile? {
        guard let tile else {
            throw ZigguratError(.unwritable, "\(file.path), \(path)", "PMTiles hold tiles only")
        }
        let id = HilbertCurve.tileID(of: tile)
        let key = Key(checksum: CRC32.checksum(of: bytes), length: bytes.byteCount)
        try tiles.withLock { tiles throws(ZigguratError) in
            let latest = tiles.latest[key] ?? -1
            if let content = try find(bytes, from: latest, in: tiles.contents) {
                tiles.tiles.append((id, content))
                return
            }
            // Written under the lock: the next one may be compared with it.
            try spool.write(bytes, at: tiles.end)
            tiles.tiles.append((id, tiles.contents.count))
            tiles.latest[key] = tiles.contents.count
            tiles.contents.append(
                Content(offset: tiles.end, length: key.length, namesake: latest))
            tiles.end += key.length
        }
        return nil
    }

    /// Bytes that are there already; checksums alone do not prove it.
    private func find(
        _ bytes: RawSpan, from latest: Int, in contents: [Content]
    ) throws(ZigguratError) -> Int? {
        var candidate = latest
        while candidate >= 0 {
            let content = contents[candidate]
            let stored = try spool.read(content.length, at: content.offset)
            let isEqual = unsafe bytes.withUnsafeBytes { unsafe $0.elementsEqual(stored) }
            if isEqual { return candidate }
            candidate = content.namesake
        }
        return nil
    }

    func finish() throws(ZigguratError) -> ContainerTotals {
        var tiles = tiles.withLock { $0 }
        tiles.tiles.sort { $0.id < $1.id }
        let (entries, order) = try plan(tiles)
        let directory = try PMTilesDirectory(entries)
        let metadata = try PMTilesDirectory.compressed(
            BundleFile.jsonLine("metadata", TileSetDescription(of: bundle)).bytes)

        let rootOffset = PMTilesHeader.size
        let metadataOffset = rootOffset + directory.root.count
        let leavesOffset = metadataOffset + metadata.count
        let tilesOffset = leavesOffset + directory.leaves.count
        let header = PMTilesHeader(
            root: .init(offset: rootOffset, length: directory.root.count),
            metadata: .init(offset: metadataOffset, length: metadata.count),
            leaves: .init(offset: leavesOffset, length: directory.leaves.count),
            tiles: .init(offset: tilesOffset, length: tiles.end),
            addressedTiles: tiles.tiles.count, entries: entries.count,
            contents: tiles.contents.count, tileType: tileType,
            zooms: 0...(bundle.pyramid.levels.count - 1), place: MapPlace(of: bundle.pyramid))
        try file.write(header.bytes() + directory.root + metadata + directory.leaves, at: 0)
        try copy(order.map { tiles.contents[$0] }, to: tilesOffset)
        try file.close()
        try spool.close()
        return ContainerTotals(files: tiles.tiles.count, bytes: tilesOffset + tiles.end)
    }

    /// The directory's entries, and the contents in the order of the first tile that has each.
    private func plan(
        _ tiles: Tiles
    ) throws(ZigguratError) -> (entries: [PMTilesDirectory.Entry], order: [Int]) {
        var entries: [PMTilesDirectory.Entry] = []
        var order: [Int] = []
        var places = [UInt64?](repeating: nil, count: tiles.contents.count)
        var end: UInt64 = 0
        for (id, content) in tiles.tiles {
            let length = tiles.contents[content].length
            if places[content] == nil {
                places[content] = end
                order.append(content)
                end += UInt64(length)
            }
            let offset = places[content] ?? 0
            if let last = entries.last {
                let next = last.tileID + UInt64(last.runLength)
                guard id >= next else {
                    throw ZigguratError(.nameClash, file.path, "a tile was written twice")
                }
                if id == next, last.offset == offset, last.length == UInt32(length) {
                    entries[entries.count - 1].runLength += 1
                    continue
                }
            }
            entries.append(
                PMTilesDirectory.Entry(
                    tileID: id, runLength: 1, length: UInt32(length), offset: offset))
        }
        return (entries, order)
    }

    /// Copies contents one behind the other, neighbours of the spool in one go.
    private func copy(_ contents: [Content], to start: Int) throws(ZigguratError) {
        let most = 1 << 20
        var target = start
        var pending = 0..<0
        for content in contents {
            if content.offset == pending.upperBound, pending.count + content.length <= most {
                pending = pending.lowerBound..<(content.offset + content.length)
                continue
            }
            try file.write(spool.read(pending.count, at: pending.lowerBound), at: target)
            target += pending.count
            pending = content.offset..<(content.offset + content.length)
        }
        try file.write(spool.read(pending.count, at: pending.lowerBound), at: target)
    }
}
