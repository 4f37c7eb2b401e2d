public import ZigguratCore
public import ZigguratSystem

/// Why a tile cannot be encoded.
public enum EncodingFailure: FailureReason {
    /// The encoder reported an error.
    case failed(TileFormat)
    /// Memory for the encoder cannot be allocated.
    case outOfMemory(TileFormat)
    /// The ICC profile cannot be embedded.
    case profile(TileFormat)
    /// The installed libvips cannot encode the format.
    case unsupported(TileFormat)
    /// A library is missing.
    case missingLibrary(name: String)
    /// A library has another version than the one that Ziggurat was built with.
    case incompatibleLibrary(name: String)

    public var code: ZigguratError.Code { .encodingFailed }
}
