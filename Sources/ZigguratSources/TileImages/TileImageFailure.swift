package import ZigguratSystem

/// A defect of a tile's file.
package enum TileImageFailure: String, FailureReason {
    case empty, truncated
    /// The file is not an image in a tile format.
    case unknownFormat
    case invalidHeader
    /// The pixels cannot be decoded.
    case invalidData
    /// The image is smaller than its place in the level.
    case tooSmall

    package var code: ZigguratError.Code { .invalidPyramid }
}
