internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratSystem

/// The checksums of an export.
public enum Fixity: String, Hashable, Sendable, Codable, CaseIterable {
    case none
    /// The SHA-256 of every file, in `checksums.sha256`.
    case checksums
    /// The export is a BagIt 1.0 bag (RFC 8493).
    case bag

    /// The folder of an export with everything that is published, with a slash at its end; empty if
    /// that is the export itself.
    var payload: String { self == .bag ? Bag.payload : "" }

    /// Writes the checksums of an export that is otherwise complete.
    func seal(
        _ folder: String, _ manifest: Manifest, threadCount: Int
    ) throws(ZigguratError) {
        switch self {
        case .none: return
        case .checksums:
            let list = try ChecksumList(of: FolderFiles(folder), threadCount: threadCount)
            try FolderContainer(folder).write(
                BundleFile(path: ChecksumList.fileName, bytes: Array(list.text.utf8)))
        case .bag: try Bag(manifest).write(around: folder, threadCount: threadCount)
        }
    }
}
