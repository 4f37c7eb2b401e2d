/// The key by which a page finds tiles in an archive.
package enum ArchiveKind: String, Hashable, Sendable, CaseIterable {
    /// Level, column and row: the address of a tile in PMTiles.
    case pmtiles
    /// Level, column and row, looked up in the directories of a TIFF file.
    case tiff
    /// The path of the tile in a ZIP archive.
    case zip
}

/// A container format whose tiles a page outside the file can read with HTTP range requests.
package protocol RangeReadableContainer: ContainerFormat {
    /// The key by which the page finds tiles.
    var archiveKind: ArchiveKind { get }
    /// Returns the folder of the page, relative to the folder of the file; unique in the export.
    func pageFolder(of bundle: BundleDescription) -> String
    /// Returns the folder of the tiles inside the file, with a slash at the end; empty if tiles
    /// have no paths.
    func tileFolder(of bundle: BundleDescription) -> String
}
