package import ZigguratSystem

/// A reason why the preview server cannot start.
package enum ServerFailure: FailureReason {
    case folderNotFound
    case notFolder
    case cannotOpenFolder
    /// The system call `openat2` is missing, so opened files cannot be restricted to the folder.
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
