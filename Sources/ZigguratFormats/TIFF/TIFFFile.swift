internal import ZigguratCore
internal import ZigguratSystem

/// A pyramidal TIFF file: the first directory is the image, further directories are its reductions.
///
/// Files of other programs are read if they are tiled and little-endian.
struct TIFFFile: Sendable {
    /// A directory with tiles.
    struct Level: Sendable {
        let directory: TIFFDirectory
        package let size: PixelSize
        let tileSize: PixelSize
        let encoding: TIFFEncoding
        /// The tables that all JPEG tiles share, without the markers of the image's start and end.
        let tables: [UInt8]
    }

    let file: RandomAccessFile
    /// The levels, the largest first.
    let levels: [Level]
    /// Whether the file has transparency masks, as GDAL writes them.
    let hasMasks: Bool

    private static let mostDirectories = 256

    /// Whether offsets have eight bytes; `nil` if the file is not a little-endian TIFF file.
    static func isBig(_ head: [UInt8]) -> Bool? {
        if head.starts(with: [0x49, 0x49, 42, 0]) { return false }
        return head.starts(with: [0x49, 0x49, 43, 0, 8, 0, 0, 0]) ? true : nil
    }

    init(_ path: String) throws(ZigguratError) {
        file = try RandomAccessFile(path)
        let failure = { (fault: ArchiveError) in ZigguratError(fault, path) }
        let head = try file.bytes(16, at: 0)
        guard let isBig = Self.isBig(head) else { throw failure(.unrecognised) }
        var next = isBig ? head.little(8, at: 8) : head.little(4, at: 4)
        var seen: Set<Int> = []
        var levels: [Level] = []
        var hasMasks = false
        while next != 0 {
            guard seen.count < Self.mostDirectories, seen.insert(next).inserted,
                let directory = try TIFFDirectory(file, at: next, isBig: isBig)
            else { throw failure(.damaged(.directory)) }
            next = directory.next
            // Bit 0: a reduced image. Images without this bit are thumbnails, masks or further
            // pages.
            let kind = try directory.integer(.subfileType) ?? 0
            if kind & 4 != 0 { hasMasks = true }
            guard levels.isEmpty || kind & 5 == 1 else { continue }
            guard let level = try Self.level(directory, path) else {
                if levels.isEmpty { throw failure(.notTiled) }
                continue
            }
            // The level of one pixel is the last level.
            if let last = levels.last,
                last.size.longSide == 1 || level.size != last.size.reduced(by: 2, rounding: .up)
            {
                throw failure(.levelSizes)
            }
            levels.append(level)
        }
        guard let first = levels.first else { throw failure(.damaged(.directory)) }
        guard levels.allSatisfy({ $0.tileSize == first.tileSize }),
            levels.allSatisfy({ $0.encoding.compression == first.encoding.compression })
        else { throw failure(.levelSizes) }
        self.levels = levels
        self.hasMasks = hasMasks
    }

    /// - Returns: `nil` if the image is not tiled.
    private static func level(
        _ directory: TIFFDirectory, _ path: String
    ) throws(ZigguratError) -> Level? {
        let failure = { (fault: ArchiveError) in ZigguratError(fault, path) }
        guard let tileWidth = try directory.integer(.tileWidth),
            let tileLength = try directory.integer(.tileLength)
        else { return nil }
        guard let width = try directory.integer(.imageWidth),
            let height = try directory.integer(.imageLength),
            let encoding = try TIFFEncoding(directory), (1...65_535).contains(tileWidth),
            (1...65_535).contains(tileLength)
        else { throw failure(.damaged(.directory)) }
        let (size, tileSize) = (
            PixelSize(width: width, height: height),
            PixelSize(width: tileWidth, height: tileLength)
        )
        guard size.isValid else { throw failure(.damaged(.directory)) }
        let isPlanar = try directory.integer(.planarConfiguration) == 2 && encoding.samples > 1
        let isJPEG = encoding.compression == TIFFEncoding.Compression.jpeg
        guard !isPlanar, (isJPEG ? [0, 1, 2, 6] : [0, 1, 2]).contains(encoding.photometric),
            (1...4).contains(encoding.samples), encoding.bits == 8 || encoding.bits == 16
        else { throw failure(.unsupportedSamples) }
        let columns = width.dividedRoundingUp(by: tileWidth)
        let rows = height.dividedRoundingUp(by: tileLength)
        guard directory.count(.tileOffsets) == columns * rows,
            directory.count(.tileByteCounts) == columns * rows
        else { throw failure(.damaged(.directory)) }
        let tables = try directory.bytes(.jpegTables) ?? []
        return Level(
            directory: directory, size: size, tileSize: tileSize, encoding: encoding,
            tables: Array(tables.dropFirst(2).dropLast(2)))
    }
}

/// The pyramid in a TIFF file.
final class TIFFSource: TileSource {
    let kind = "pyramidal TIFF"
    let found: FoundPyramid
    private let tiff: TIFFFile

    private static let largestTile = 1 << 28

    /// - Parameter known: The pyramid, if a manifest describes it; `nil` to derive the pyramid from
    ///   the directories.
    init(_ path: String, known: FoundPyramid?) throws(ZigguratError) {
        tiff = try TIFFFile(path)
        if let known {
            guard known.pyramid.levels.map(\.size) == tiff.levels.reversed().map(\.size) else {
                throw ZigguratError(ArchiveError.levelSizes, path)
            }
            found = known
            return
        }
        let first = tiff.levels[0]
        let pyramid = Pyramid(
            name: "", imageSize: first.size,
            tiling: Tiling(
                tileSize: first.tileSize, edge: .pad,
                encoding: TileEncoding(first.format, bits: first.encodedBits)),
            levels: 0...(tiff.levels.count - 1))
        guard pyramid.tileCount <= FoundPyramid.maximumTileCount else {
            throw ZigguratError(
                ArchiveError.tooManyEntries(limit: FoundPyramid.maximumTileCount), path)
        }
        found = FoundPyramid(pyramid, naming: .template("{z}/{x}/{y}"))
    }

    var hasMasks: Bool { tiff.hasMasks }

    var place: String { tiff.file.path }

    func place(of tile: Tile) -> String { tile.address.place(in: place) }

    /// Returns a tile as a separate file; `nil` if the tile is missing.
    func bytes(of tile: Tile) throws(ZigguratError) -> [UInt8]? {
        guard let index = pyramid.levels.firstIndex(of: tile.level) else { return nil }
        let level = tiff.levels[pyramid.levels.count - 1 - index]
        let number = tile.row * tile.level.columns + tile.column
        guard let offset = try level.directory.integer(.tileOffsets, at: number),
            let length = try level.directory.integer(.tileByteCounts, at: number), length > 0
        else { return nil }
        guard length <= Self.largestTile, offset + length <= tiff.file.byteCount else {
            throw ZigguratError(ArchiveError.outOfBounds, place(of: tile))
        }
        return level.file(of: try tiff.file.bytes(length, at: offset))
    }
}

extension TIFFFile.Level {
    var format: TileFormat {
        switch encoding.compression {
        case TIFFEncoding.Compression.jpeg: .jpeg
        case TIFFEncoding.Compression.webp: .webp
        default: .tiff
        }
    }

    var encodedBits: Int { format == .tiff ? encoding.bits : 8 }

    /// Returns a stored tile as a separate file.
    func file(of bytes: [UInt8]) -> [UInt8] {
        switch format {
        case .jpeg:
            // Without a marker, decoders interpret three components as YCbCr.
            let isMarked = encoding.photometric != 2 || JPEGStream(bytes)?.colourTransform != nil
            return JPEGStream.joined(tables: tables, body: bytes, isRGB: !isMarked)
        case .webp: return bytes
        default:
            var head = TIFFHead(
                size: tileSize, samples: encoding.samples, hasAlpha: encoding.hasAlpha,
                bits: encoding.bits, photometric: encoding.photometric)
            head.compression = encoding.compression
            head.predictor = encoding.predictor
            return head.bytes(stripBytes: bytes.count) + bytes
        }
    }
}
