internal import ZigguratCore

/// The scripts that read tiles from an archive.
enum ArchiveReader {
    /// Returns the scripts for some kinds of archives, in the order in which they run.
    static func scripts(of kinds: Set<ArchiveKind>) -> [String] {
        ["archive-file.js", "ranges.js", "readers.js"]
            + ArchiveKind.allCases.filter(kinds.contains).flatMap(\.scripts)
    }
}

extension ArchiveKind {
    fileprivate var scripts: [String] {
        switch self {
        case .pmtiles: ["pmtiles-directory.js", "pmtiles.js"]
        case .tiff: ["tiff-pixels.js", "tiff.js"]
        case .zip: ["zip.js"]
        }
    }
}
