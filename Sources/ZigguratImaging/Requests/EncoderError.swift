package import ZigguratCore
package import ZigguratSystem

/// The reason why a pyramid or a tile cannot be encoded.
package enum EncoderError: ErrorReason {
    /// The encoder reported an error; the tile is `nil` if unknown.
    case failed(TileFormat, tile: TilePosition? = nil)
    /// Memory for the encoder cannot be allocated.
    case outOfMemory(TileFormat)
    /// The ICC profile cannot be embedded.
    case profile(TileFormat)
    /// libvips cannot resample the image.
    case resampling
    /// Tiles at another density need resampling, and 16-bit samples cannot be resampled.
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
    /// The version of a library differs from the version at build time.
    case incompatibleLibrary(name: String)

    package var code: ZigguratError.Code {
        switch self {
        case .resamplingSixteenBits: .invalidOptions
        case .rowMemory: .invalidSource
        default: .encodingFailed
        }
    }
}

extension EncoderError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .failed(let format, nil): "cannot encode a \(format.name) tile"
        case .failed(let format, let tile?):
            "cannot encode the \(format.name) tile in column \(tile.column), row \(tile.row) "
                + "at 1:\(1 << tile.reduction)"
        case .outOfMemory(let format): "out of memory for the \(format.name) encoder"
        case .profile(let format): "cannot embed the colour profile in a \(format.name) tile"
        case .resampling: "cannot resample the image"
        case .resamplingSixteenBits: "unsupported: several --scales with 16 bits per sample"
        case .rowMemory(let byteCount):
            "out of memory: cannot allocate \(byteCount / 1_000_000) MB for row buffers"
        case .noThread: "cannot start a thread"
        case .noJob(let state): "internal error: tiles are missing, but no job can run (\(state))"
        case .unsupported(let format):
            "unsupported: the installed libvips cannot encode \(format.name) tiles"
        case .missingLibrary(let name): "not found: the library \(name)"
        case .incompatibleLibrary(let name):
            "incompatible version of \(name): not the one that Ziggurat was built with"
        }
    }

    package func text(of cause: ZigguratError.Cause) -> String? { cause.reportText }
}

/// A tile of a pyramid whose level is identified by its reduction.
package struct TilePosition: Hashable, Sendable {
    /// The number of halvings from full resolution to the level; 0 is full resolution.
    package let reduction: Int
    package let column: Int
    package let row: Int

    package init(reduction: Int, column: Int, row: Int) {
        (self.reduction, self.column, self.row) = (reduction, column, row)
    }
}
