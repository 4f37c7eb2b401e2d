internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratSystem

/// The result of an export or a repack.
public struct ExportResult: Sendable {
    public enum Outcome: String, Sendable, Codable {
        case exported
        /// The existing export was made from this source with these settings, so it was kept.
        case upToDate
        /// The texts of an existing export were changed, but not its tiles.
        case described
    }

    /// The differences between an export and the export that it replaced. Equal files keep their
    /// modification times.
    public struct Changes: Hashable, Sendable, Codable {
        /// The number of files in the export.
        public let files: Int
        /// The number of files that are new or have different bytes.
        public let changed: Int

        package init(files: Int, changed: Int) {
            (self.files, self.changed) = (files, changed)
        }
    }

    /// The changes to the bundles of the existing export.
    ///
    /// A bundle is named by its layout. If the bundle is one file, the container follows: `xyz
    /// (pmtiles)`.
    public struct BundleChanges: Hashable, Sendable, Codable {
        public let added: [String]
        /// Bundles that were written again, with other settings or from a changed source.
        public let replaced: [String]
        public let kept: [String]
        public let removed: [String]

        package init(added: [String], replaced: [String], kept: [String], removed: [String]) {
            (self.added, self.replaced, self.kept, self.removed) = (added, replaced, kept, removed)
        }
    }

    public let outcome: Outcome
    public package(set) var folder: String
    public let manifest: Manifest
    public let notes: [ExportNote]
    /// `nil` if the export is up to date, or if it did not replace an export with hashes.
    public let changes: Changes?
    /// `nil` if no export of this name existed, or if the existing export is up to date.
    public var bundles: BundleChanges?
    /// The bytes of files that are hard links to others of the export; `nil` if that was not
    /// counted.
    var linkedBytes: Int?

    package init(
        outcome: Outcome, folder: String, manifest: Manifest, notes: [ExportNote],
        changes: Changes?, bundles: BundleChanges? = nil, linkedBytes: Int? = nil
    ) {
        self.outcome = outcome
        self.folder = folder
        self.manifest = manifest
        self.notes = notes
        self.changes = changes
        self.bundles = bundles
        self.linkedBytes = linkedBytes
    }
}

extension ExportResult {
    /// The size of the bundles on disk, in bytes.
    ///
    /// A file with several names, such as a tile shared by two layouts, counts once. All files
    /// count for the pages of a new book that is built upon older files, because the pages are not
    /// in place yet.
    package var storedBytes: Int {
        let sum = manifest.bundles.reduce(0) { $0 + $1.bytes }
        guard mayShareFiles else { return sum }
        if let linkedBytes { return sum - linkedBytes }
        var bytes = 0
        var seen: Set<FileAttributes.Identity> = []
        for bundle in manifest.bundles {
            let place = "\(folder)/\(bundle.path)"
            guard bundle.isFolder, FileSystem.isFolder(place),
                let files = try? FolderFiles(place).listing().files
            else {
                bytes += bundle.bytes
                continue
            }
            for path in files {
                if let file = FileSystem.attributes(of: "\(place)/\(path)"),
                    seen.insert(file.identity).inserted
                {
                    bytes += file.byteCount
                }
            }
        }
        return bytes
    }

    /// Whether several layouts, or several names of a tile, can share one file.
    private var mayShareFiles: Bool {
        let folders = manifest.bundles.filter(\.isFolder)
        guard folders.count == 1, let layout = Formats.standard.layout(named: folders[0].layout)
        else { return !folders.isEmpty }
        return layout.abilities.paths != nil
    }
}
