public import ZigguratSystem

/// A large export was cancelled. A repeated run continues it.
package struct InterruptedExport: ErrorReason {
    /// The number of finished files that are kept.
    package let files: Int

    package var code: ZigguratError.Code { .cancelled }
}

extension InterruptedExport: CustomStringConvertible {
    package var description: String {
        "cancelled: \(Amount.count(files, of: "finished tile")) \(files == 1 ? "is" : "are") kept for 7 days"
    }
}

/// Why a destination cannot be read or changed.
public enum DestinationError: ErrorReason {
    case folderNotFound
    case exportNotFound
    case notAnExport
    /// A file or folder at the path of a map is not a map that Ziggurat wrote.
    case notAMap
    /// The existing map that Ziggurat wrote has different tiles or metadata than the new map.
    case otherMap
    /// The export would be in the folder of another export.
    case insideExport(String)
    /// The destination is an export, a book or a comparison, or lies in one. The value is the path
    /// of this entry.
    case insideEntry(String)
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
    /// Bundles, other parts of the export, or files of the user would be removed.
    case wouldRemove([String], because: RemovalReason)
    /// Another process changed an entry that the command had read.
    case changedMeanwhile
    /// Comparisons show the export that would be removed.
    case isCompared([String])
    /// Other exports are in the folder of the export that would be removed.
    case containsExports([String])
    /// The export that would be removed is the only page of a book.
    case lastPage(book: String)
    /// The folder of shared files is a symbolic link, which can point outside the destination.
    case sharedFolderIsLink

    /// Why existing parts or files would be removed.
    public enum RemovalReason: Hashable, Sendable {
        /// The existing parts show an older version of the source.
        case changedSource
        /// The existing parts show another page or region of the source, or show it in other
        /// colours.
        case otherImage
        /// A repack cannot write the existing parts.
        case notRepacked
        /// Ziggurat did not write the files.
        case foreign
    }

    public var code: ZigguratError.Code {
        switch self {
        case .folderNotFound: .unreadableSource
        case .exportNotFound: .invalidOptions
        case .otherSource, .otherMap: .nameClash
        case .notAnExport, .notAMap, .isBook, .isExport, .insideExport, .insideEntry,
            .parentNotFolder, .containsExports, .oldExportRemains, .oldExportMoved, .replacesSource,
            .sharedFolderIsLink, .wouldRemove,
            .changedMeanwhile, .isCompared, .lastPage:
            .unwritable
        }
    }
}

extension DestinationError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .folderNotFound: "not found: no such folder"
        case .exportNotFound: "not found: no such export"
        case .notAnExport: "already exists and is not a Ziggurat export"
        case .notAMap: "already exists and is not a map that Ziggurat wrote"
        case .otherMap: "already exists and is another map, or an older version of this one"
        case .insideExport(let export):
            "unsupported: the export would be in another export, \(export)"
        case .insideEntry:
            "unsupported: the output folder belongs to an export, a book or a comparison"
        case .parentNotFolder: "already exists and is not a folder"
        case .isBook: "already exists and is a book"
        case .isExport: "already exists and is an export of one image"
        case .oldExportRemains(let path):
            "exported, but cannot remove the older export from \(path)"
        case .oldExportMoved(let path): "cannot be replaced: the older one is now in \(path)"
        case .otherSource(let export, let file):
            "would replace \(export), which was exported from another file, \(file)"
        case .isCompared(let comparisons):
            "in use: shown by \(Amount.noun(comparisons.count, "the comparison")) "
                + comparisons.joined(separator: ", ")
        case .containsExports(let exports):
            "not empty: contains \(Amount.noun(exports.count, "the export")) "
                + exports.joined(separator: ", ")
        case .lastPage(let book): "in use: the only page of the book \(book)"
        case .wouldRemove(let parts, let reason):
            "would remove \(parts.joined(separator: ", ")): \(Self.words(for: reason))"
        case .changedMeanwhile: "changed by another process"
        case .sharedFolderIsLink: "unsupported: the folder of shared files is a link"
        case .replacesSource: "unsupported: the export would replace its own source"
        }
    }

    private static func words(for reason: RemovalReason) -> String {
        switch reason {
        case .changedSource: "made from an older version of the source"
        case .otherImage: "made from another page or part of the source"
        case .notRepacked: "repack cannot write them"
        case .foreign: "not written by Ziggurat"
        }
    }
}
