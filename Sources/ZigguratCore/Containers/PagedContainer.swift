/// How a page finds tiles in an archive.
package enum ArchiveKind: String, Hashable, Sendable {
    /// By level, column and row.
    case pmtiles
    /// By path.
    case zip
}

/// A container format that a page beside the file can read by HTTP ranges.
package protocol PagedContainer: ContainerFormat {
    var archiveKind: ArchiveKind { get }
    /// The folder of the page, relative to the folder of the file; unique in the export.
    func pageFolder(of bundle: BundleDescription) -> String
    /// The folder of the tiles inside the file, with a slash at the end; empty for none.
    func tileFolder(of bundle: BundleDescription) -> String
}
