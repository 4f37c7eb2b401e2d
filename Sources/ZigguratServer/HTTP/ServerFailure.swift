package import ZigguratSystem

/// Why the preview server cannot start.
package enum ServerFailure: FailureReason {
    case folderNotFound
    case notFolder
    case cannotOpenFolder
    /// The system cannot restrict opened files to the folder: `openat2` is missing.
    case cannotRestrictFolder
    case hostNotFound
    case addressInUse
    case addressNotAllowed
    case addressNotAvailable
    case cannotListen

    package var code: ZigguratError.Code {
        switch self {
        case .folderNotFound, .notFolder, .cannotOpenFolder, .cannotRestrictFolder:
            .unreadableSource
        case .hostNotFound, .addressInUse, .addressNotAllowed, .addressNotAvailable, .cannotListen:
            .cannotListen
        }
    }
}
