package import ZigguratSystem

/// Why a path does not name an image to export.
package enum BatchFailure: FailureReason {
    case noImages
    /// The folder itself contains no images, but its subfolders do.
    case imagesInFolders
    case nameNotUTF8

    package var code: ZigguratError.Code { .unreadableSource }
}
