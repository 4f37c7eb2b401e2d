internal import ZigguratCore
internal import ZigguratSystem

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
                throw ZigguratError(ArchiveFault.levelSizes, path)
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
                ArchiveFault.tooManyEntries(limit: FoundPyramid.maximumTileCount), path)
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
            throw ZigguratError(ArchiveFault.outOfBounds, place(of: tile))
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
