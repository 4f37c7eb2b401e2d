package import ZigguratSystem

/// Why a bundle cannot be written into a container.
package enum ContainerFailure: FailureReason {
    case unsupportedLayout(String, container: String, supported: [String])
    case unsupportedTileFormat(TileFormat, container: String)
    /// The format requires vector tiles that are compressed with gzip.
    case uncompressedVectorTiles(container: String)
    /// A tile database was given a file that is not a tile.
    case notATile(container: String)
    /// A tile is damaged, or the format cannot describe tiles of its kind.
    case unsupportedTile(TileFormat, container: String)
    /// The tiles of a level differ in a value that the format states once, such as the number of
    /// samples.
    case differentTiles(container: String)
    /// The tile's address is outside the range that the format can number.
    case tileOutOfRange(Tile.Address)
    /// Two files have the same path, or a file's path is another file's folder.
    case duplicatePath
    case duplicateTile
    /// A path exceeds the format's limit, in bytes.
    case pathTooLong(limit: Int)
    /// The file cannot be written; the cause says why.
    case notWritable
    case outOfMemory

    package var code: ZigguratError.Code {
        switch self {
        case .unsupportedLayout, .unsupportedTileFormat, .uncompressedVectorTiles: .invalidOptions
        case .duplicatePath, .duplicateTile: .nameClash
        case .notATile, .unsupportedTile, .differentTiles, .tileOutOfRange, .pathTooLong,
            .notWritable:
            .unwritable
        case .outOfMemory: .renderingFailed
        }
    }
}
