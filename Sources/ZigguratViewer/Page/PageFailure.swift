package import ZigguratSystem

/// A reason why a page or a gallery cannot be written.
package enum PageFailure: FailureReason {
    case leafletUnsupported(LeafletObstacle, layout: String)
    /// The naming has no template, and the paths are too many to list in the page.
    case tooManyPaths(Int, limit: Int)
    /// The gallery cannot link to the export.
    case noPage(export: String)
    /// A member of `gallery.json` is unknown or has an invalid value; `nil` if the file is not a
    /// JSON object.
    case invalidCover(member: String?)

    package var code: ZigguratError.Code {
        switch self {
        case .leafletUnsupported, .invalidCover: .invalidOptions
        case .tooManyPaths, .noPage: .renderingFailed
        }
    }
}
