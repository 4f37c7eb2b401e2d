package import ZigguratSystem

/// Why a stored pyramid, or an export, cannot be opened.
package enum PyramidFailure: FailureReason {
    case notFound
    /// The path holds no recognised tile pyramid.
    case unrecognised
    /// The folder holds the tiles of a descriptor beside it.
    case tiles(descriptor: String)
    /// The path holds several pyramids, and the operation needs one.
    case ambiguous(count: Int)
    /// The path holds a book, and the operation needs one pyramid.
    case book
    case missingBundle
    /// The bundle's layout is not a built-in one.
    case unknownLayout(String)
    /// `ziggurat-bundle.json` is damaged or written by another version.
    case invalidRecord
    /// A collection without the exports that it refers to.
    case detachedCollection

    package var code: ZigguratError.Code {
        switch self {
        case .notFound, .missingBundle: .unreadableSource
        case .unrecognised, .tiles: .unknownFormat
        case .ambiguous, .book: .invalidOptions
        case .unknownLayout, .invalidRecord, .detachedCollection: .invalidPyramid
        }
    }
}

extension PyramidFailure {
    /// The failure for a path that holds no recognised pyramid.
    package static func nothing(at path: String) -> ZigguratError {
        let descriptor = DeepZoomDescriptor.path(forTiles: path)
        return ZigguratError(descriptor.map { .tiles(descriptor: $0) } ?? Self.unrecognised, path)
    }
}
