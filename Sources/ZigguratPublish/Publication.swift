public import ZigguratCore
public import ZigguratSystem

/// Brings a destination, an export or a bundle to where readers find it, through rclone.
///
///     let publication = Publication(of: "Output", to: "s3:bucket/maps")
///     let result = try publication.run { event in … }
///     print(result.uploaded, result.bytes)
///
/// What is in the folder goes to the remote under the same paths, hidden files excepted. Tiles go
/// first, then descriptors, scripts and pages, the gallery last, so that nobody reads a page whose
/// tiles are not there; where something fails, nothing of a later stage is sent. What the remote
/// has already is not sent again.
public struct Publication: Sendable {
    public var folder: String
    /// As rclone writes it: `name:path`.
    public var remote: String
    /// Whether files of the remote that the folder does not have are removed, at the end.
    public var deletes = false
    /// Whether to say only what would be done.
    public var isDryRun = false
    /// How long readers may keep tiles without asking again, in seconds.
    public var tileLifetime = 604_800
    /// The same for everything else.
    public var pageLifetime = 60
    /// Files that are sent at the same time.
    public var transferCount = 8
    /// Options for rclone, added to every call of it.
    public var rcloneOptions: [String] = []

    public init(of folder: String, to remote: String) {
        self.folder = folder
        self.remote = remote
    }

    /// What happens on the way.
    public enum Event: Sendable {
        case progressed(Progress)
        /// A file could not be sent or removed. The run throws when rclone has tried the others.
        case failed(ZigguratError)
        /// Something that a person should know and that is no failure.
        case noted(String)
    }

    public struct Progress: Sendable {
        public let stage: PublicationStage
        /// Files sent or found to be there already.
        public let filesDone: Int
        public let fileCount: Int
        /// Bytes sent.
        public let bytes: Int
    }

    /// What was done; after a dry run, what would have been.
    public struct Result: Sendable, Hashable, Encodable {
        /// Files of the folder.
        public var files = 0
        /// Those of them that were sent.
        public var uploaded = 0
        /// In the files that were sent.
        public var bytes = 0
        /// Files that were removed from the remote.
        public var deleted = 0
        /// Files that the remote had already.
        public var unchanged: Int { files - uploaded }

        private enum CodingKeys: CodingKey { case files, uploaded, bytes, deleted, unchanged }

        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(files, forKey: .files)
            try container.encode(uploaded, forKey: .uploaded)
            try container.encode(bytes, forKey: .bytes)
            try container.encode(deleted, forKey: .deleted)
            try container.encode(unchanged, forKey: .unchanged)
        }
    }

    /// - Parameter report: called on the calling thread, in order.
    /// - Throws: ``ZigguratError``; what was sent by then stays, and is not sent again next time.
    public func run(
        cancellation: Cancellation = Cancellation(), report: (Event) -> Void = { _ in }
    ) throws(ZigguratError) -> Result {
        try checkRemote()
        let content = try PublishedFolder(folder)
        let rclone = try Rclone(options: rcloneOptions, cancellation: cancellation)
        let traits = try rclone.traits(of: remote)
        if !content.leftOut.isEmpty {
            report(
                .noted(
                    "\(content.leftOut[0])"
                        + (content.leftOut.count > 1
                            ? " and \(content.leftOut.count - 1) more" : "")
                        + ": no files but links or pipes, left out"))
        }
        if !traits.keepsTimes, !traits.keepsHashes {
            report(
                .noted(
                    "\(remote): it keeps neither times nor checksums, so a tile that changed and "
                        + "kept its size is not sent again"))
        }
        let errand = PublicationErrand(
            publication: self, content: content, rclone: rclone, traits: traits)
        return try errand.run(report)
    }

    /// What rclone would take for something else than it is meant to be.
    private func checkRemote() throws(ZigguratError) {
        let name = remote.prefix { $0 != ":" && $0 != "," }
        if name.contains("@") {
            throw ZigguratError(
                .invalidOptions, remote, "rclone has no addresses with a user in front",
                remedy: "make a remote of the type sftp with “rclone config”")
        }
        guard remote.utf8.contains(UInt8(ascii: ":")), !remote.hasPrefix("-") else {
            throw ZigguratError(
                .invalidOptions, remote, "this is no remote of rclone",
                remedy: "write NAME:PATH, or :local:/PATH for a folder of this machine")
        }
    }
}
