package import ZigguratCore
package import ZigguratSystem

/// A PMTiles file that is read: its header, its metadata, and all its directories in one list.
///
/// Source: PMTiles specification 3.4.
package struct PMTilesArchive: Sendable {
    package let file: RandomAccessFile
    package let header: PMTilesHeader
    /// Sorted by number.
    package let entries: [PMTilesDirectory.Entry]
    /// The members of the metadata; `nil` if they are not a JSON object.
    package let members: [String: JSONValue]?

    /// All entries are kept in memory.
    private static let maximumEntries = 1 << 26
    private static let maximumDepth = 4
    /// The longest run of equal tiles, and the largest decompressed tile and directory.
    private static let maximumRun = 1 << 24
    /// The number of tiles; each is looked at when an archive is checked.
    private static let maximumTiles = 1 << 28
    private static let maximumTile = 1 << 28
    private static let maximumDirectory = 1 << 30

    package init(_ path: String) throws(ZigguratError) {
        file = try RandomAccessFile(path)
        header = try PMTilesHeader(of: file)
        members = try Self.members(of: file, header)
        var entries: [PMTilesDirectory.Entry] = []
        try Self.readDirectory(header.root, of: file, header, depth: 0, into: &entries)
        self.entries = entries
        guard tileCount <= Self.maximumTiles else {
            throw ZigguratError(
                ArchiveFault.tooManyEntries(limit: Self.maximumTiles), file.path)
        }
    }

    /// Reads the metadata without the directories.
    package static func members(
        of file: RandomAccessFile, _ header: PMTilesHeader
    ) throws(ZigguratError) -> [String: JSONValue]? {
        JSONValue(parsing: try part(header.metadata, .metadata, of: file, header))?.object
    }

    package var tileCount: Int { entries.reduce(0) { $0 + $1.runLength } }

    /// The bytes of a tile as they are stored; `nil` if the archive does not have it.
    package func storedBytes(of tile: Tile.Address) throws(ZigguratError) -> [UInt8]? {
        try entry(of: tile).map { entry throws(ZigguratError) in
            try file.bytes(entry.byteCount, at: header.tiles.lowerBound + entry.offset)
        }
    }

    /// The decompressed bytes of a tile; `nil` if the archive does not have it.
    package func bytes(of tile: Tile.Address) throws(ZigguratError) -> [UInt8]? {
        guard let bytes = try storedBytes(of: tile) else { return nil }
        guard header.tileCompression == .gzip else { return bytes }
        guard let plain = Inflate.gzip(bytes, limit: Self.maximumTile) else {
            throw ZigguratError(ArchiveFault.damagedCompression(.tile), file.path)
        }
        return plain
    }

    package func holds(_ tile: Tile.Address) -> Bool { entry(of: tile) != nil }

    /// The entry with the largest number that is not above the tile's.
    private func entry(of tile: Tile.Address) -> PMTilesDirectory.Entry? {
        guard let number = HilbertCurve.number(of: tile) else { return nil }
        let next = entries.firstSortedIndex { $0.number > number }
        return next > 0 && number < entries[next - 1].end ? entries[next - 1] : nil
    }

    private static func readDirectory(
        _ place: Range<Int>, of file: RandomAccessFile, _ header: PMTilesHeader, depth: Int,
        into entries: inout [PMTilesDirectory.Entry]
    ) throws(ZigguratError) {
        let failure = { (fault: ArchiveFault) in ZigguratError(fault, file.path) }
        guard depth < maximumDepth else { throw failure(.directoriesTooDeep(limit: maximumDepth)) }
        let bytes = try part(place, .directory, of: file, header)
        // Empty leaves are invalid: many of them could be read again and again.
        guard let directory = PMTilesDirectory(bytes), depth == 0 || !directory.entries.isEmpty
        else { throw failure(.damaged(.directory)) }
        guard entries.count + directory.entries.count <= maximumEntries else {
            throw failure(.tooManyEntries(limit: maximumEntries))
        }
        for entry in directory.entries {
            let room = entry.runLength == 0 ? header.leaves : header.tiles
            guard entry.offset + entry.byteCount <= room.count, entry.runLength < maximumRun else {
                throw failure(.outOfBounds)
            }
            if entry.runLength == 0 {
                let start = header.leaves.lowerBound + entry.offset
                try readDirectory(
                    start..<start + entry.byteCount, of: file, header, depth: depth + 1,
                    into: &entries)
            } else {
                if let last = entries.last, last.end > entry.number {
                    throw failure(.entriesOutOfOrder)
                }
                entries.append(entry)
            }
        }
    }

    private static func part(
        _ place: Range<Int>, _ part: ArchiveFault.Part, of file: RandomAccessFile,
        _ header: PMTilesHeader
    ) throws(ZigguratError) -> [UInt8] {
        let bytes = try file.bytes(place.count, at: place.lowerBound)
        guard header.internalCompression == .gzip else { return bytes }
        // Gzip compresses 1000 to 1 at best, and a directory much less.
        let limit = min(maximumDirectory, max(1 << 20, bytes.count * 200))
        guard let plain = Inflate.gzip(bytes, limit: limit) else {
            throw ZigguratError(ArchiveFault.damagedCompression(part), file.path)
        }
        return plain
    }
}
