package import ZigguratSystem

/// Why a path does not name an image to export.
package enum BatchFailure: FailureReason {
    case noImages
    case nameNotUTF8

    package var code: ZigguratError.Code { .unreadableSource }
}
