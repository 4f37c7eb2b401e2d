public import ZigguratSystem

extension Publication {
    /// Why an upload cannot start, or fails.
    public enum Failure: FailureReason {
        case folderNotFound
        /// A file name that is not UTF-8, or contains control characters.
        case unsupportedFileName
        /// The folder is not a destination, an export or a bundle.
        case noExport
        /// A remote such as `me@host:path`, which rclone does not know.
        case remoteWithUser
        case invalidRemote
        /// The remote is the folder itself, or inside it.
        case remoteInsideFolder
        case remoteNotFound
        case bucketNotFound
        case backendNotFound
        case cannotUseRemote
        case cannotListRemote
        /// The remote has another export, which would be deleted.
        case otherExport(String, folder: String)
        /// An export was replaced or removed during the upload.
        case folderChanged
        case cannotUpload
        case cannotDelete
        /// rclone failed at a stage, so that later stages were skipped.
        case stageFailed(Publication.Stage, status: Int)
        /// A program is missing, which a Debian package provides.
        case programNotFound(package: String)
        case programTooOld(version: [Int], required: [Int])
        case unknownProgramVersion

        public var code: ZigguratError.Code {
            switch self {
            case .folderNotFound, .unsupportedFileName, .noExport: .unreadableSource
            case .remoteWithUser, .invalidRemote, .remoteInsideFolder: .invalidOptions
            case .programNotFound, .programTooOld, .unknownProgramVersion:
                .missingProgram
            default: .publishingFailed
            }
        }
    }
}

extension Publication {
    /// Something that the user of ``Publication`` should know and that is not a failure.
    public enum Note: Hashable, Sendable {
        /// Links and other special files are not uploaded.
        case skippedFiles(first: String, count: Int)
        /// The remote stores neither times nor checksums, so that only a change of size is noticed.
        case changesUnnoticed(remote: String)
    }
}
