package import ZigguratSystem

/// Why a path does not name an image to export.
package enum BatchFailure: FailureReason {
    /// The folder has no images directly in it.
    case noImages
    /// The file's name is not UTF-8.
    case nameNotUTF8

    package var code: ZigguratError.Code { .unreadableSource }
}
