package import ZigguratSystem

/// Why a page or a gallery cannot be written.
package enum PageFailure: FailureReason {
    case leafletUnsupported(LeafletObstacle, layout: String)
    /// The naming has no template, and the page cannot list so many paths.
    case tooManyPaths(Int, limit: Int)
    /// The gallery has nothing to link to.
    case noPage(export: String)

    package var code: ZigguratError.Code {
        if case .leafletUnsupported = self { .invalidOptions } else { .renderingFailed }
    }
}
