public import ZigguratSystem

/// A large export was cancelled. A repeat run continues it.
package struct InterruptedExport: FailureReason {
    /// The finished files that are kept.
    package let files: Int

    package var code: ZigguratError.Code { .cancelled }
}

/// Why a destination cannot be read or changed as asked.
public enum DestinationFailure: FailureReason {
    case folderNotFound
    case exportNotFound
    case notAnExport
    /// The new export is in place, but the older one cannot be removed.
    case oldExportRemains(at: String)
    /// The source is the export that would be replaced, or lies in it.
    case replacesSource
    /// The folder of shared files is a symbolic link, which can lead out of the destination.
    case sharedFolderIsLink

    public var code: ZigguratError.Code {
        switch self {
        case .folderNotFound: .unreadableSource
        case .exportNotFound: .invalidOptions
        case .notAnExport, .oldExportRemains, .replacesSource, .sharedFolderIsLink:
            .unwritable
        }
    }
}
