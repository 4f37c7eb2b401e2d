internal import ZigguratCore
internal import ZigguratSystem

/// The tiles of one level of a TIFF file, which arrive in any order.
///
/// JPEG tiles are stored without their tables while all tiles have equal tables.
struct TIFFLevelTiles {
    /// The positions of the tiles in the file.
    struct Places {
        /// The offsets, by tile number, row by row; 0 for a missing tile.
        var offsets: [Int] = []
        var byteCounts: [Int] = []
        /// The end of the last tile.
        var end: Int
    }

    let level: Level
    private(set) var encoding: TIFFEncoding?
    private let spool: TileSpool
    /// The number of each tile's content; −1 for a missing tile.
    private var contents: [Int]
    private var tables: [UInt8]?
    /// Whether all JPEG tiles have equal tables.
    private var isShared = true
    /// The contents that are stored without their tables.
    private var split: Set<Int> = []

    /// - Parameter path: the file; a temporary file is created beside it.
    init(of level: Level, in path: String) throws(ZigguratError) {
        self.level = level
        spool = try TileSpool(beside: path)
        contents = Array(repeating: -1, count: level.tileCount)
    }

    /// The tables of all tiles as a JPEG file; `nil` if the tables of the tiles differ.
    var sharedTables: [UInt8]? {
        guard isShared, let tables, !tables.isEmpty else { return nil }
        return JPEGStream.startOfImage + tables + JPEGStream.endOfImage
    }

    /// - Throws: ``ContainerError`` without a subject.
    mutating func add(_ tile: TIFFTile, column: Int, row: Int) throws(ZigguratError) {
        let number = row * level.columns + column
        guard contents[number] < 0 else { throw ZigguratError(ContainerError.duplicateTile) }
        guard let joint = (encoding ?? tile.encoding).joined(with: tile.encoding) else {
            throw ZigguratError(
                ContainerError.differentTiles(container: PyramidalTIFF.formatName))
        }
        encoding = joint
        if !tile.tables.isEmpty, tables == nil { tables = tile.tables }
        guard tile.tables == tables || tile.tables.isEmpty else {
            isShared = false
            contents[number] = try unsafe spool.append(tile.whole.span.bytes)
            return
        }
        contents[number] = try unsafe spool.append(tile.bytes.span.bytes)
        if !tile.tables.isEmpty { split.insert(contents[number]) }
    }

    /// Copies the tiles into the file without duplicates, and removes the temporary file.
    func copy(to file: ArchiveFile, at start: Int) throws(ZigguratError) -> Places {
        var places = Places(end: start)
        places.offsets.reserveCapacity(contents.count)
        places.byteCounts.reserveCapacity(contents.count)
        var stored = [(offset: Int, byteCount: Int)](
            repeating: (0, 0), count: spool.contents.count)
        var buffer: [UInt8] = []
        var written = start
        for content in contents {
            guard content >= 0 else {
                places.offsets.append(0)
                places.byteCounts.append(0)
                continue
            }
            if stored[content].offset == 0 {
                var bytes = try spool.bytes(of: content)
                if !isShared, let tables, split.contains(content) {
                    bytes = JPEGStream.joined(tables: tables, body: bytes)
                }
                stored[content] = (places.end, bytes.count)
                places.end += bytes.count
                buffer += bytes
                if buffer.count >= 1 << 20 {
                    try file.write(buffer, at: written)
                    written = places.end
                    buffer.removeAll(keepingCapacity: true)
                }
            }
            places.offsets.append(stored[content].offset)
            places.byteCounts.append(stored[content].byteCount)
        }
        try file.write(buffer, at: written)
        try spool.close()
        return places
    }

    /// Returns the fields of the directory, unsorted.
    func fields(
        _ places: Places, of pyramid: Pyramid, hasAlpha: Bool, reduced: Bool
    ) -> [TIFFField] {
        guard var encoding else { return [] }
        if hasAlpha, !encoding.hasAlpha { encoding.samples += 1 }
        var fields: [TIFFField] =
            encoding.fields + [
                .long(.subfileType, reduced ? 1 : 0),
                .long(.imageWidth, level.size.width), .long(.imageLength, level.size.height),
                .long(.tileWidth, pyramid.tiling.tileSize.width),
                .long(.tileLength, pyramid.tiling.tileSize.height),
                .long8(.tileOffsets, places.offsets),
                .long(.tileByteCounts, places.byteCounts),
            ]
        if let sharedTables { fields.append(.bytes(.jpegTables, sharedTables)) }
        return fields
    }

    /// Zeros for as many tiles as ``copy(to:at:)`` returns.
    var unknownPlaces: Places {
        let zeros = [Int](repeating: 0, count: contents.count)
        return Places(offsets: zeros, byteCounts: zeros, end: 0)
    }

    var isEmpty: Bool { spool.contents.isEmpty }
}
