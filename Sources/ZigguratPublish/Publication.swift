public import ZigguratCore
public import ZigguratSystem

/// Uploads a destination, an export or a bundle through rclone.
///
///     let publication = Publication(of: "Output", to: "s3:bucket/maps")
///     let result = try publication.run { event in … }
///     print(result.uploaded, result.bytes)
///
/// The remote gets the files of the folder under the same paths, except hidden files. Tiles are
/// uploaded first, then descriptors, scripts and pages, and the gallery last, so that no page refers
/// to missing tiles; after a failure, later stages are skipped. Unchanged files are not sent again.
public struct Publication: Sendable {
    public var folder: String
    /// In rclone's form, `name:path`.
    public var remote: String
    /// Whether to delete files of the remote that the folder does not have, at the end.
    public var deletes = false
    /// Whether to compute the result without changing the remote.
    public var isDryRun = false
    /// Whether a run changes nothing, because of ``isDryRun`` or of ``rcloneOptions``.
    public var changesNothing: Bool { isDryRun || Rclone.isDryRun(rcloneOptions) }
    /// How long caches may keep tiles without revalidation, in seconds.
    public var tileLifetime = 604_800
    /// The same for all other files.
    public var pageLifetime = 60
    /// The number of parallel uploads.
    public var transferCount = 8
    /// Options that are added to every call of rclone.
    public var rcloneOptions: [String] = []

    public init(of folder: String, to remote: String) {
        self.folder = folder
        self.remote = remote
    }

    public enum Event: Sendable {
        case progressed(Progress)
        /// A file could not be uploaded or deleted. The run throws after the other files.
        case failed(ZigguratError)
        case noted(Publication.Note)
    }

    public struct Progress: Sendable {
        public let stage: Publication.Stage
        /// Files that were uploaded or unchanged.
        public let filesDone: Int
        public let fileCount: Int
        /// Uploaded bytes.
        public let bytes: Int
    }

    /// What was done; in a dry run, what would be done.
    public struct Result: Sendable, Hashable {
        /// All files of the folder.
        public var files = 0
        public var uploaded = 0
        /// The size of the uploaded files.
        public var bytes = 0
        public var deleted = 0
        /// Files that the remote already had.
        public var unchanged: Int { files - uploaded }
    }

    /// - Parameter report: called on the calling thread, in order.
    /// - Throws: `ZigguratError` with a ``Publication/Failure``; uploaded files stay, and the next run
    ///   does not send them again.
    public func run(
        cancellation: Cancellation = Cancellation(), report: (Event) -> Void = { _ in }
    ) throws(ZigguratError) -> Result {
        try checkRemote()
        let content = try PublishedFolder(folder)
        let rclone = try Rclone(options: rcloneOptions, cancellation: cancellation)
        let traits = try rclone.traits(of: remote)
        try checkPlace(traits)
        if !content.skipped.isEmpty {
            report(
                .noted(
                    .skippedFiles(first: content.skipped[0], count: content.skipped.count)))
        }
        if !traits.keepsTimes, !traits.keepsHashes {
            report(.noted(.changesUnnoticed(remote: remote)))
        }
        let run = UploadRun(publication: self, content: content, rclone: rclone, traits: traits)
        return try run.run(report)
    }

    /// Rejects a remote inside the folder: the next run would upload the files of this one.
    private func checkPlace(_ traits: Rclone.Traits) throws(ZigguratError) {
        guard let target = traits.localFolder.map(FileSystem.resolvedBeyondEnd),
            let source = FileSystem.resolved(folder)
        else { return }
        guard target != source, !target.hasPrefix(source + "/") else {
            throw ZigguratError(Publication.Failure.remoteInsideFolder, remote)
        }
    }

    /// Rejects what rclone would take for a local folder or an option.
    private func checkRemote() throws(ZigguratError) {
        let name = remote.prefix { $0 != ":" && $0 != "," }
        if name.contains("@") {
            throw ZigguratError(Publication.Failure.remoteWithUser, remote)
        }
        guard remote.utf8.contains(UInt8(ascii: ":")), !remote.hasPrefix("-") else {
            throw ZigguratError(Publication.Failure.invalidRemote, remote)
        }
    }
}

extension Publication {
    /// The version of rclone; `nil` if it is not installed.
    package static var rcloneVersion: String? { Rclone.installedVersion }
}
