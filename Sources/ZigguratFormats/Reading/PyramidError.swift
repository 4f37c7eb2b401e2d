package import ZigguratSystem

/// A reason why a stored pyramid or an export cannot be opened.
package enum PyramidError: ErrorReason {
    case notFound
    /// No recognised tile pyramid is at the path.
    case unrecognised
    /// The folder contains only tiles; their descriptor is beside the folder.
    case tiles(descriptor: String)
    /// Several pyramids are at the path, but the operation needs one pyramid.
    case ambiguous(count: Int)
    /// A book is at the path, but the operation needs one pyramid.
    case book
    case missingBundle
    /// The bundle's layout is not a built-in one.
    case unknownLayout(String)
    /// `ziggurat-bundle.json` is damaged or has another version.
    case invalidRecord
    /// A collection whose exports are missing.
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

extension PyramidError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notFound: "not found: no such file or folder"
        case .unrecognised, .tiles: "no recognised tile pyramid"
        case .ambiguous(let count): "found \(count) pyramids, expected one"
        case .book: "unsupported: a book is repacked page by page"
        case .missingBundle: "not found: the bundle is missing"
        case .unknownLayout(let name): "unknown layout “\(name)”"
        case .invalidRecord: "invalid: damaged, or written by another version of Ziggurat"
        case .detachedCollection: "not found: the collection's exports are not beside it"
        }
    }
}

extension PyramidError {
    /// Returns the failure for a path without a recognised pyramid.
    package static func nothing(at path: String) -> ZigguratError {
        let descriptor = DeepZoomDescriptor.path(forTiles: path)
        return ZigguratError(descriptor.map { .tiles(descriptor: $0) } ?? Self.unrecognised, path)
    }
}
