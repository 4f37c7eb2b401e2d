package import ZigguratCore
package import ZigguratSystem

/// An opened PMTiles file: its header, its metadata, and the entries of all its directories.
///
/// Source: PMTiles specification 3.4.
package struct PMTilesArchive: Sendable {
    package let file: RandomAccessFile
    package let header: PMTilesHeader
    /// The entries of all directories, sorted by number.
    package let entries: [PMTilesDirectory.Entry]
    /// The members of the metadata; `nil` if they are not a JSON object.
    package let members: [String: JSONValue]?

    /// The maximum number of entries. All entries are kept in memory.
    private static let maximumEntries = 1 << 26
    private static let maximumDepth = 4
    /// The maximum length of a run of equal tiles.
    private static let maximumRun = 1 << 24
    /// The maximum number of tiles. A check of an archive reads every tile.
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
                ArchiveError.tooManyEntries(limit: Self.maximumTiles), file.path)
        }
    }

    /// Reads the metadata without the directories.
    package static func members(
        of file: RandomAccessFile, _ header: PMTilesHeader
    ) throws(ZigguratError) -> [String: JSONValue]? {
        JSONValue(parsing: try part(header.metadata, .metadata, of: file, header))?.object
    }

    package var tileCount: Int { entries.reduce(0) { $0 + $1.runLength } }

    /// The bytes of a tile as stored, possibly compressed; `nil` if the archive does not have the
    /// tile.
    package func storedBytes(of tile: Tile.Address) throws(ZigguratError) -> [UInt8]? {
        try entry(of: tile).map { entry throws(ZigguratError) in
            try file.bytes(entry.byteCount, at: header.tiles.lowerBound + entry.offset)
        }
    }

    /// The decompressed bytes of a tile; `nil` if the archive does not have the tile.
    package func bytes(of tile: Tile.Address) throws(ZigguratError) -> [UInt8]? {
        guard let bytes = try storedBytes(of: tile) else { return nil }
        guard header.tileCompression == .gzip else { return bytes }
        guard let plain = Inflate.gzip(bytes, limit: Self.maximumTile) else {
            throw ZigguratError(ArchiveError.damagedCompression(.tile), file.path)
        }
        return plain
    }

    package func holds(_ tile: Tile.Address) -> Bool { entry(of: tile) != nil }

    /// The entry that contains a tile; `nil` if the archive does not have the tile.
    private func entry(of tile: Tile.Address) -> PMTilesDirectory.Entry? {
        guard let number = HilbertCurve.number(of: tile) else { return nil }
        let next = entries.firstSortedIndex { $0.number > number }
        return next > 0 && number < entries[next - 1].end ? entries[next - 1] : nil
    }

    private static func readDirectory(
        _ place: Range<Int>, of file: RandomAccessFile, _ header: PMTilesHeader, depth: Int,
        into entries: inout [PMTilesDirectory.Entry]
    ) throws(ZigguratError) {
        let failure = { (fault: ArchiveError) in ZigguratError(fault, file.path) }
        guard depth < maximumDepth else { throw failure(.directoriesTooDeep(limit: maximumDepth)) }
        let bytes = try part(place, .directory, of: file, header)
        // Empty leaf directories are invalid: many entries could point to one leaf, which would be
        // read repeatedly.
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
        _ place: Range<Int>, _ part: ArchiveError.Part, of file: RandomAccessFile,
        _ header: PMTilesHeader
    ) throws(ZigguratError) -> [UInt8] {
        let bytes = try file.bytes(place.count, at: place.lowerBound)
        guard header.internalCompression == .gzip else { return bytes }
        // Gzip compresses at most 1000 to 1, and a directory much less.
        let limit = min(maximumDirectory, max(1 << 20, bytes.count * 200))
        guard let plain = Inflate.gzip(bytes, limit: limit) else {
            throw ZigguratError(ArchiveError.damagedCompression(part), file.path)
        }
        return plain
    }
}
