package import ZigguratSystem

/// Why a path does not name an image to export.
package enum BatchFailure: FailureReason {
    case noImages
    /// The images are in folders of the folder.
    case imagesInFolders
    case nameNotUTF8

    package var code: ZigguratError.Code { .unreadableSource }
}
