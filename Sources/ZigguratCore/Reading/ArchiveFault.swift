public import ZigguratSystem

/// A defect of a container file.
public enum ArchiveFault: FailureReason, Codable {
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
