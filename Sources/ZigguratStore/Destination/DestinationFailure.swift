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
    /// A file or folder in the place of a map is not a map that Ziggurat wrote.
    case notAMap
    /// A map that Ziggurat wrote has other tiles or other metadata than the new one.
    case otherMap
    /// The export would be in the folder of another one.
    case insideExport(String)
    /// A file or a link has the name of a folder around the export.
    case parentNotFolder
    /// The name of an export is that of a book.
    case isBook
    /// The name of a book is that of an export.
    case isExport
    /// The new export is in place, but the older one cannot be removed.
    case oldExportRemains(at: String)
    /// Neither the new export nor, again, the older one can be moved into place.
    case oldExportMoved(to: String)
    /// The source is the export that would be replaced, or lies in it.
    case replacesSource
    /// An export that exists and has the name of the new one is made from another file.
    case otherSource(export: String, file: String)
    /// Bundles and other parts of the export would be removed.
    case wouldRemove([String], because: RemovalReason)
    /// Another process changed an export of the name while a command built upon it.
    case changedMeanwhile
    /// Comparisons show the export that would be removed.
    case isCompared([String])
    /// The export that would be removed is the only page of a book.
    case lastPage(book: String)
    /// The folder of shared files is a symbolic link, which can lead out of the destination.
    case sharedFolderIsLink

    /// Why parts of an export cannot be kept beside new ones.
    public enum RemovalReason: Hashable, Sendable {
        /// They show an older version of the source.
        case changedSource
        /// They show another page or part of the source, or it in other colours.
        case otherImage
        /// A repack cannot write them.
        case notRepacked
    }

    public var code: ZigguratError.Code {
        switch self {
        case .folderNotFound: .unreadableSource
        case .exportNotFound: .invalidOptions
        case .otherSource, .otherMap: .nameClash
        case .notAnExport, .notAMap, .isBook, .isExport, .insideExport, .parentNotFolder,
            .oldExportRemains, .oldExportMoved, .replacesSource, .sharedFolderIsLink, .wouldRemove,
            .changedMeanwhile, .isCompared, .lastPage:
            .unwritable
        }
    }
}
