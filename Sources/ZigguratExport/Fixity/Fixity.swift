internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratSystem

/// What an export carries so that one can tell later whether it is still whole.
public enum Fixity: String, Hashable, Sendable, Codable, CaseIterable {
    /// Nothing.
    case none
    /// The SHA-256 of every file, in `checksums.sha256`.
    case checksums
    /// The export is a bag, as archives take them in: BagIt 1.0 (RFC 8493).
    case bag

    /// The folder of an export in which everything stands that is published, with a slash at its
    /// end; empty where that is the export itself.
    var payload: String { self == .bag ? Bag.payload : "" }

    /// Completes an export that is written but for these files.
    ///
    /// - Parameter folder: the export's folder.
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
