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
        let failure = { (fault: ArchiveFault) in ZigguratError(fault, path) }
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
        let failure = { (fault: ArchiveFault) in ZigguratError(fault, path) }
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
