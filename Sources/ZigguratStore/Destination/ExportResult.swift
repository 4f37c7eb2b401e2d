internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratSystem

/// What an export or a repack did.
public struct ExportResult: Sendable {
    public enum Outcome: String, Sendable, Codable {
        case exported
        /// The export was there already, made from the same source with the same settings.
        case upToDate
        /// The texts of an existing export were changed; its tiles are as they were.
        case described
    }

    /// How an export differs from the one that it replaced. Equal files are the same as before,
    /// with their modification times.
    public struct Changes: Hashable, Sendable, Codable {
        /// The files of the export.
        public let files: Int
        /// Those of them that are new or have other bytes than before.
        public let changed: Int

        package init(files: Int, changed: Int) {
            (self.files, self.changed) = (files, changed)
        }
    }

    /// What became of the bundles of the export that existed. A bundle is named by its layout, and by
    /// its container if that is not a folder: `xyz (pmtiles)`.
    public struct BundleChanges: Hashable, Sendable, Codable {
        public let added: [String]
        /// Written again, with other settings or from a changed source.
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
    /// `nil` if the export is up to date, or replaced no export with hashes.
    public let changes: Changes?
    /// `nil` if there was no export of the name, or if it is up to date.
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
    /// The bytes of the bundles on disk: a file with several names, such as a tile of two layouts,
    /// counts once. The pages of a new book are not in place yet; all their files count.
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

    /// Whether tiles of several layouts, or several names of a tile, can be one file.
    private var mayShareFiles: Bool {
        let folders = manifest.bundles.filter(\.isFolder)
        guard folders.count == 1, let layout = Formats.standard.layout(named: folders[0].layout)
        else { return !folders.isEmpty }
        return layout is any AliasedLayout
    }
}
