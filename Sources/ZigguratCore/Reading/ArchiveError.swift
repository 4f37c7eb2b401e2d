public import ZigguratSystem

/// A defect of a container file.
public enum ArchiveError: ErrorReason, Codable {
    /// A part of a container file.
    public enum Part: Hashable, Sendable, Codable {
        case header, directory, metadata, tile, file
    }

    /// A count that a header states.
    public enum Count: Hashable, Sendable, Codable {
        case addressedTiles, tileEntries, tileContents
    }

    /// A zoom that the metadata of a tile database states.
    public enum Zoom: Hashable, Sendable, Codable {
        case lowest, highest
    }

    /// The file or one of its entries ends early.
    case truncated
    case missingEnd
    case damaged(Part)
    /// The compressed data of a part cannot be decompressed.
    case damagedCompression(Part)
    case unsupportedVersion(Int, supported: Int)
    case unsupportedCompression(method: Int)
    case encrypted
    case checksumMismatch
    /// An entry's compressed and uncompressed lengths contradict each other.
    case lengthMismatch
    /// The directory points to a local header that is missing or belongs to another entry.
    case missingLocalHeader
    case localNameMismatch
    /// An entry's path leads out of the archive.
    case unsafePath
    case duplicateEntry
    case tooManyEntries(limit: Int)
    case entriesOutOfOrder
    case directoriesTooDeep(limit: Int)
    /// A directory points outside the file.
    case outOfBounds
    case countMismatch(Count, stated: Int, actual: Int)
    case unsupportedTileType(Int)
    /// The image of a TIFF file is in strips.
    case notTiled
    /// A level of a TIFF file does not have half the size of the next larger level.
    case levelSizes
    /// The samples of a TIFF file differ in meaning or order from the samples of tiles.
    case unsupportedSamples
    case missingMetadata(String)
    /// A field of the metadata has a value that its specification does not allow.
    case invalidMetadata(String)
    /// The stated format differs from the format of the tiles.
    case wrongTileFormat(stated: String, actual: String)
    /// The stated zoom differs from the zoom of the tiles.
    case wrongZoom(Zoom, stated: Int, actual: Int)
    /// The stated bounds enclose no part of the world.
    case emptyBounds
    /// The stated bounds differ from the bounds of the tiles.
    case wrongBounds
    /// The stated centre is outside the stated bounds.
    case centreOutsideBounds
    /// The zoom of the stated centre is outside the stated zooms.
    case centreOutsideZooms(Int)
    case tilesOutsideImage(Int)
    /// Entries of a map whose zoom, column or row does not exist.
    case invalidTileAddresses(Int)
    case noTiles
    /// Tiles of one level have different sizes, or sides of more than 4096 pixels.
    case tileSizes
    case damagedCornerTiles
    /// SQLite cannot read the database; the cause says why.
    case unreadableDatabase
    /// SQLite's integrity check failed; the cause says why.
    case damagedDatabase
    /// The file is not a container of a known format.
    case unrecognised

    public var code: ZigguratError.Code { .invalidPyramid }
}

extension ArchiveError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .truncated: "truncated: the file ends early"
        case .missingEnd: "truncated: the archive has no end record"
        case .damaged(let part): "damaged \(part)"
        case .damagedCompression(let part): "damaged \(part): cannot decompress it"
        case .unsupportedVersion(let version, _): "unsupported version \(version)"
        case .unsupportedCompression(let method): "unsupported compression method \(method)"
        case .encrypted: "unsupported: the file is encrypted"
        case .checksumMismatch: "checksum mismatch (CRC-32 of the archive)"
        case .lengthMismatch: "damaged: the archive states two different lengths"
        case .missingLocalHeader: "damaged: its local header is not where the directory says"
        case .localNameMismatch: "damaged: its local header has another name"
        case .unsafePath: "invalid path: it leads out of the archive"
        case .duplicateEntry: "invalid: the archive has two files with this path"
        case .tooManyEntries(let limit): "too many tiles: the limit is \(limit)"
        case .entriesOutOfOrder: "damaged directory: tiles are out of order"
        case .directoriesTooDeep(let limit): "damaged directory: more than \(limit) levels"
        case .outOfBounds: "damaged directory: it points outside the file"
        case .countMismatch(let count, let stated, let actual):
            "the header counts \(stated) \(count.words), the directory has \(actual)"
        case .unsupportedTileType(let type): "unsupported tile type \(type): not an image"
        case .notTiled: "unsupported: the image is not in tiles"
        case .levelSizes: "unsupported: a level is not half as large as the one before"
        case .unsupportedSamples: "unsupported: separate planes or a colour palette"
        case .missingMetadata(let name): "missing metadata “\(name)”"
        case .invalidMetadata(let name): "invalid metadata “\(name)”"
        case .wrongTileFormat(let stated, let actual):
            "the metadata say format \(stated), the tiles are \(actual)"
        case .wrongZoom(let zoom, let stated, let actual):
            "the metadata say \(zoom.words) zoom \(stated), the tiles have \(actual)"
        case .emptyBounds: "invalid metadata: the bounds enclose no area"
        case .wrongBounds: "the metadata say other bounds than the tiles have"
        case .centreOutsideBounds: "invalid metadata: the centre is outside the bounds"
        case .centreOutsideZooms(let zoom):
            "invalid metadata: the zoom of the centre, \(zoom), is outside the zooms of the tiles"
        case .tilesOutsideImage(1): "1 tile is outside the image"
        case .tilesOutsideImage(let count): "\(count) tiles are outside the image"
        case .invalidTileAddresses(1): "1 tile has a zoom, column or row that does not exist"
        case .invalidTileAddresses(let count):
            "\(count) tiles have a zoom, column or row that does not exist"
        case .noTiles: "no tiles found"
        case .tileSizes: "unsupported: the tiles of a level have different sizes"
        case .damagedCornerTiles: "damaged: cannot read the corner tiles of the highest zoom"
        case .unreadableDatabase: "cannot read the database"
        case .damagedDatabase: "damaged database"
        case .unrecognised: "unsupported: not a container of a known format"
        }
    }
}

extension ArchiveError.Zoom {
    fileprivate var words: String {
        switch self {
        case .lowest: "lowest"
        case .highest: "highest"
        }
    }
}

extension ArchiveError.Count {
    fileprivate var words: String {
        switch self {
        case .addressedTiles: "addressed tiles"
        case .tileEntries: "tile entries"
        case .tileContents: "tile contents"
        }
    }
}
