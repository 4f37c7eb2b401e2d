package import ZigguratCore
package import ZigguratSystem

/// Why a pyramid or a tile cannot be encoded.
package enum EncodingFailure: FailureReason {
    /// The encoder reported an error, for this tile if it is known.
    case failed(TileFormat, tile: TilePosition? = nil)
    /// Memory for the encoder cannot be allocated.
    case outOfMemory(TileFormat)
    /// The ICC profile cannot be embedded.
    case profile(TileFormat)
    /// libvips cannot resample the image.
    case resampling
    /// Samples of 16 bits cannot be resampled for another density of tiles.
    case resamplingSixteenBits
    /// Memory for the rows of all levels cannot be allocated.
    case rowMemory(byteCount: Int)
    /// The system cannot start another thread.
    case noThread
    /// An internal error: tiles are missing, but no job can run.
    case noJob(state: String)
    /// The installed libvips cannot encode the format.
    case unsupported(TileFormat)
    /// A library is missing.
    case missingLibrary(name: String)
    /// A library has another version than the one that Ziggurat was built with.
    case incompatibleLibrary(name: String)

    package var code: ZigguratError.Code {
        switch self {
        case .resamplingSixteenBits: .invalidOptions
        case .rowMemory: .invalidSource
        default: .encodingFailed
        }
    }
}

/// A tile of a pyramid whose level is known by its reduction only.
package struct TilePosition: Hashable, Sendable {
    /// How often the image is halved to reach the level; 0 is full resolution.
    package let reduction: Int
    package let column: Int
    package let row: Int
}
