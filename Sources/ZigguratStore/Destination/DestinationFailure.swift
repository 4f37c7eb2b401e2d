public import ZigguratSystem

/// A large export was cancelled. A repeated run continues it.
package struct InterruptedExport: FailureReason {
    /// The number of finished files that are kept.
    package let files: Int

    package var code: ZigguratError.Code { .cancelled }
}

/// Why a destination cannot be read or changed.
public enum DestinationFailure: FailureReason {
    case folderNotFound
    case exportNotFound
    case notAnExport
    /// A file or folder at the path of a map is not a map that Ziggurat wrote.
    case notAMap
    /// The existing map that Ziggurat wrote has different tiles or metadata than the new map.
    case otherMap
    /// The export would be in the folder of another export.
    case insideExport(String)
    /// A file or a link has the name of a folder that should contain the export.
    case parentNotFolder
    /// The name of the export belongs to a book.
    case isBook
    /// The name of the book belongs to an export.
    case isExport
    /// The new export is in place, but the older one cannot be removed.
    case oldExportRemains(at: String)
    /// The new export cannot be moved into place, and the older export cannot be moved back.
    case oldExportMoved(to: String)
    /// The source is the export that would be replaced, or is inside it.
    case replacesSource
    /// The existing export with the new export's name was made from another file.
    case otherSource(export: String, file: String)
    /// Bundles or other parts of the export would be removed.
    case wouldRemove([String], because: RemovalReason)
    /// Another process changed an entry that the command had read.
    case changedMeanwhile
    /// Comparisons show the export that would be removed.
    case isCompared([String])
    /// The export that would be removed is the only page of a book.
    case lastPage(book: String)
    /// The folder of shared files is a symbolic link, which can point outside the destination.
    case sharedFolderIsLink

    /// Why parts of an existing export cannot be kept beside new parts.
    public enum RemovalReason: Hashable, Sendable {
        /// The existing parts show an older version of the source.
        case changedSource
        /// The existing parts show another page or region of the source, or show it in other
        /// colours.
        case otherImage
        /// A repack cannot write the existing parts.
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
