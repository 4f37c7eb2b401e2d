package import ZigguratSystem

/// Why a page or a gallery cannot be written.
package enum PageFailure: FailureReason {
    case leafletUnsupported(LeafletObstacle, layout: String)
    /// The naming has no template, and the page cannot list so many paths.
    case tooManyPaths(Int, limit: Int)
    /// The gallery has nothing to link to.
    case noPage(export: String)
    /// A member of `gallery.json` is unknown or has an invalid value; `nil` if the file is not an
    /// object in JSON.
    case invalidCover(member: String?)

    package var code: ZigguratError.Code {
        switch self {
        case .leafletUnsupported, .invalidCover: .invalidOptions
        case .tooManyPaths, .noPage: .renderingFailed
        }
    }
}
