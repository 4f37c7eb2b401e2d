package import ZigguratSystem

/// Why a stored pyramid, or an export, cannot be opened.
package enum PyramidFailure: FailureReason {
    case notFound
    /// The path holds no recognised tile pyramid.
    case unrecognised
    /// The path holds several pyramids, and the operation needs one.
    case ambiguous(count: Int)
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
        case .unrecognised: .unknownFormat
        case .ambiguous: .invalidOptions
        case .unknownLayout, .invalidRecord, .detachedCollection: .invalidPyramid
        }
    }
}
