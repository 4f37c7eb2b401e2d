public import ZigguratCore
public import ZigguratSystem

/// An upload of a destination, an export or a bundle through rclone.
///
///     let publication = Publication(of: "Output", to: "s3:bucket/maps")
///     let result = try publication.run { event in … }
///     print(result.uploaded, result.bytes)
///
/// The remote gets the files of the folder under the same relative paths, except hidden files.
/// Tiles are uploaded first, then descriptors, scripts and pages, and the gallery last, so that no
/// page refers to missing tiles. After a failure, later stages are skipped. Unchanged files are not
/// uploaded again.
public struct Publication: Sendable {
    public var folder: String
    /// The target, in rclone's form `name:path`.
    public var remote: String
    /// Whether to delete files from the remote, after the upload, that the folder does not contain.
    public var deletes = false
    /// Whether to compute the result without changing the remote.
    public var isDryRun = false
    /// Whether a run changes nothing, because of ``isDryRun`` or ``rcloneOptions``.
    public var changesNothing: Bool { isDryRun || Rclone.isDryRun(rcloneOptions) }
    /// How long caches may keep tiles without revalidation, in seconds.
    public var tileLifetime = 604_800
    /// How long caches may keep files other than tiles without revalidation, in seconds.
    public var pageLifetime = 60
    /// The number of parallel uploads.
    public var transferCount = 8
    /// Options for every call of rclone.
    public var rcloneOptions: [String] = []

    public init(of folder: String, to remote: String) {
        self.folder = folder
        self.remote = remote
    }

    public enum Event: Sendable {
        case progressed(Progress)
        /// A file could not be uploaded or deleted. The run throws after it has processed the other
        /// files.
        case failed(ZigguratError)
        case noted(Publication.Note)
    }

    public struct Progress: Sendable {
        public let stage: Publication.Stage
        /// The number of files that were uploaded or found unchanged.
        public let filesDone: Int
        public let fileCount: Int
        /// The number of uploaded bytes.
        public let bytes: Int
    }

    /// The result of a run. In a dry run, the result that a real run would have.
    public struct Result: Sendable, Hashable {
        /// The number of files in the folder.
        public var files = 0
        public var uploaded = 0
        /// The size of the uploaded files in bytes.
        public var bytes = 0
        public var deleted = 0
        /// The number of files that the remote already had.
        public var unchanged: Int { files - uploaded }
    }

    /// - Parameter report: called on the calling thread, in order.
    /// - Throws: `ZigguratError` with a ``PublicationError``. Uploaded files stay on the remote,
    ///   and the next run does not upload them again.
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

    /// Rejects a remote inside the folder: the next run would upload the files of this run.
    private func checkPlace(_ traits: Rclone.Traits) throws(ZigguratError) {
        guard let target = traits.localFolder.map(FileSystem.resolvedBeyondEnd),
            let source = FileSystem.resolved(folder)
        else { return }
        guard target != source, !target.hasPrefix(source + "/") else {
            throw ZigguratError(PublicationError.remoteInsideFolder, remote)
        }
    }

    /// Rejects texts that rclone would interpret as a local folder or as an option.
    private func checkRemote() throws(ZigguratError) {
        let name = remote.prefix { $0 != ":" && $0 != "," }
        if name.contains("@") {
            throw ZigguratError(PublicationError.remoteWithUser, remote)
        }
        guard remote.utf8.contains(UInt8(ascii: ":")), !remote.hasPrefix("-") else {
            throw ZigguratError(PublicationError.invalidRemote, remote)
        }
    }
}

extension Publication {
    /// The version of rclone; `nil` if it is not installed.
    package static var rcloneVersion: String? { Rclone.installedVersion }
}

/// A reason why an upload cannot start or fails.
public enum PublicationError: ErrorReason {
    case folderNotFound
    /// A file name that is not UTF-8, or contains control characters.
    case unsupportedFileName
    /// The folder is not a destination, an export or a bundle.
    case noExport
    /// A remote such as `me@host:path`, a form that rclone does not support.
    case remoteWithUser
    case invalidRemote
    /// The remote is the folder, or is inside the folder.
    case remoteInsideFolder
    case remoteNotFound
    case bucketNotFound
    case backendNotFound
    case cannotUseRemote
    case cannotListRemote
    /// The remote contains another export, which would be deleted.
    case otherExport(String, folder: String)
    /// An export was replaced or removed during the upload.
    case folderChanged
    case cannotUpload
    case cannotDelete
    /// rclone failed at a stage, and later stages were skipped.
    case stageFailed(Publication.Stage, status: Int)
    /// A program is missing. The Debian package provides the program.
    case programNotFound(package: String)
    case programTooOld(version: [Int], required: [Int])
    case unknownProgramVersion

    public var code: ZigguratError.Code {
        switch self {
        case .folderNotFound, .unsupportedFileName, .noExport: .unreadableSource
        case .remoteWithUser, .invalidRemote, .remoteInsideFolder: .invalidOptions
        case .programNotFound, .programTooOld, .unknownProgramVersion:
            .missingProgram
        default: .publishingFailed
        }
    }
}

extension PublicationError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .folderNotFound: "folder not found"
        case .unsupportedFileName: "unsupported file name: not UTF-8, or with control characters"
        case .noExport: "no export found in the folder"
        case .remoteWithUser: "invalid remote: rclone does not accept a user name"
        case .invalidRemote: "invalid remote"
        case .remoteInsideFolder: "invalid remote: it is inside the folder that is uploaded"
        case .bucketNotFound: "bucket not found"
        case .remoteNotFound: "remote not found in rclone's configuration"
        case .backendNotFound: "unknown kind of remote"
        case .cannotUseRemote: "rclone cannot use the remote"
        case .cannotListRemote: "rclone cannot list the remote"
        case .otherExport(let export, _):
            "the remote has other exports, such as \(export), which --delete would delete"
        case .folderChanged: "an export changed during the upload"
        case .cannotUpload: "cannot upload"
        case .cannotDelete: "cannot delete"
        case .stageFailed(let stage, let status):
            "rclone failed with status \(status) at the \(stage.rawValue); later files skipped"
        case .programNotFound: "program not found on PATH"
        case .programTooOld(let version, let required):
            "version \(Self.text(version)) is too old; \(Self.text(required)) is required"
        case .unknownProgramVersion: "unknown version"
        }
    }

    private static func text(_ version: [Int]) -> String {
        version.map(String.init).joined(separator: ".")
    }
}

extension Publication {
    /// A note for the user that is not a failure.
    public enum Note: Hashable, Sendable {
        /// Links and other special files are not uploaded.
        case skippedFiles(first: String, count: Int)
        /// The remote stores neither times nor checksums, so a change that keeps the file's size is
        /// not detected.
        case changesUnnoticed(remote: String)
    }
}

extension Publication.Note: CustomStringConvertible {
    public var description: String {
        switch self {
        case .skippedFiles(let first, let count):
            "\(first)\(count > 1 ? " and \(count - 1) more" : ""): skipped, not regular files"
        case .changesUnnoticed(let remote):
            "\(remote): stores neither times nor checksums; only changes of size are noticed"
        }
    }
}

extension Publication {
    /// A stage of an upload. Stages run one after the other, so that a page or a descriptor never
    /// refers to a missing file. Files are deleted in the reverse order of stages.
    public enum Stage: String, CaseIterable, Sendable, Codable {
        /// Tiles, other images, containers, and files of unknown kinds.
        case tiles
        /// Files that describe the tiles: `.dzi`, `info.json`, manifests.
        case descriptors
        /// The scripts and styles of the pages.
        case scripts
        /// The pages of the bundles.
        case pages
        /// The destination's index page, the list of its pages, and the sitemap.
        case gallery

        private static let byEnding: [String: Publication.Stage] = [
            "css": .scripts, "csv": .descriptors, "dzc": .descriptors, "dzi": .descriptors,
            "htm": .pages, "html": .pages, "js": .scripts, "json": .descriptors,
            "jsonld": .descriptors, "kml": .descriptors, "mjs": .scripts, "plist": .descriptors,
            "txt": .descriptors,
            "vrt": .descriptors, "xml": .descriptors,
        ]

        init(of path: String, in kind: PublishedFolder.Kind) {
            let gallery = ["index.html", "pictures.js", "sitemap.xml"]
            guard !(kind == .destination && gallery.contains(path)) else {
                self = .gallery
                return
            }
            let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
            let ending = name.split(separator: UInt8(ascii: ".")).last.flatMap { String($0) } ?? ""
            self = Self.byEnding[ending.lowercased()] ?? .tiles
        }
    }
}
