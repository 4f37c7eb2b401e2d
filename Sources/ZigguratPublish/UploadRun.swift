internal import ZigguratCore
internal import ZigguratSystem

/// One run of a publication.
struct UploadRun {
    let publication: Publication
    let content: PublishedFolder
    let rclone: Rclone
    let traits: Rclone.Traits

    /// Files of one stage and one media type, to upload with one call.
    private struct Group {
        let stage: Publication.Stage
        let mediaType: String
        package var files: [PublishedFolder.File]
    }

    func run(_ report: (Publication.Event) -> Void) throws(ZigguratError) -> Publication.Result {
        let signature = content.signature()
        var result = Publication.Result()
        result.files = content.files.count
        // Lists obsolete files before the upload, so that a failure to list them comes early.
        let obsolete = publication.deletes ? try obsoleteFiles() : []
        var done = 0
        for group in groups() {
            try checkUnchanged(since: signature)
            let earlier = (done, result.bytes)
            let call = try copy(group) { stats in
                // rclone counts an upload that replaces a file twice: as a comparison and as a
                // transfer.
                let filesDone = earlier.0 + min(stats.checks + stats.transfers, group.files.count)
                report(
                    .progressed(
                        .init(
                            stage: group.stage, filesDone: filesDone,
                            fileCount: content.files.count, bytes: earlier.1 + stats.bytes)))
            }
            done += group.files.count
            result.uploaded += call.log.stats.transfers
            result.bytes += call.log.stats.bytes
            guard call.status == 0 else {
                try checkUnchanged(since: signature)
                try checkBucket()
                throw failure(of: call, .cannotUpload, at: group.stage, report)
            }
        }
        try checkUnchanged(since: signature)
        for stage in Publication.Stage.allCases.reversed() {
            let paths = obsolete.filter { Publication.Stage(of: $0, in: content.kind) == stage }
            guard !paths.isEmpty else { continue }
            let call = try rclone.call(
                ["delete", publication.remote, "--files-from-raw", "-"] + dryRun, list: paths)
            result.deleted += call.log.stats.deletes
            guard call.status == 0 else {
                throw failure(of: call, .cannotDelete, at: stage, report)
            }
        }
        if result.deleted > 0, !publication.changesNothing, traits.hasEmptyFolders {
            // A failure is ignored, because it only leaves empty folders.
            _ = try rclone.call(["rmdirs", publication.remote, "--leave-root"])
        }
        return result
    }

    private func groups() -> [Group] {
        var groups: [Group] = []
        for stage in Publication.Stage.allCases {
            let files = content.files.filter {
                Publication.Stage(of: $0.path, in: content.kind) == stage
            }
            let byType = Dictionary(grouping: files) { MediaType.of($0.path) }
            for type in byType.keys.sorted() {
                groups.append(Group(stage: stage, mediaType: type, files: byType[type] ?? []))
            }
        }
        return groups
    }

    private func copy(
        _ group: Group, watch: (RcloneLog.Stats) -> Void
    ) throws(ZigguratError) -> Rclone.Call {
        let lifetime = group.stage == .tiles ? publication.tileLifetime : publication.pageLifetime
        let cache = lifetime > 0 ? "public, max-age=\(lifetime)" : "no-cache"
        var arguments = [
            "copy", publication.folder, publication.remote, "--files-from-raw", "-",
            "--header-upload", "Content-Type: \(group.mediaType)",
            "--header-upload", "Cache-Control: \(cache)",
            "--transfers", "\(publication.transferCount)",
            "--checkers", "\(max(publication.transferCount, 8))",
        ]
        // If there are many folders, an object store needs fewer requests for one recursive
        // listing.
        if group.stage == .tiles { arguments.append("--fast-list") }
        return try rclone.call(
            arguments + comparison(at: group.stage) + dryRun, list: group.files.map(\.path),
            watch: watch)
    }

    /// Returns the options by which rclone detects unchanged files.
    private func comparison(at stage: Publication.Stage) -> [String] {
        // S3 and similar remotes need a request for each time, but list checksums.
        if traits.keepsHashes, traits.readsTimesSlowly { return ["--checksum"] }
        if traits.keepsTimes { return [] }
        if traits.keepsHashes { return ["--checksum"] }
        return [stage == .tiles ? "--size-only" : "--ignore-times"]
    }

    private var dryRun: [String] { publication.isDryRun ? ["--dry-run"] : [] }

    /// Returns the files of the remote that the folder does not contain, except hidden files.
    private func obsoleteFiles() throws(ZigguratError) -> [String] {
        let call = try rclone.call(
            ["lsf", "--recursive", "--files-only", "--fast-list", publication.remote])
        if call.isMissingFolder { return [] }
        guard call.status == 0 else {
            throw ZigguratError(
                PublicationError.cannotListRemote, publication.remote, cause: call.cause)
        }
        let here = Set(content.files.map(\.path))
        let obsolete = String(decoding: call.output, as: UTF8.self)
            .split(separator: "\n").map(String.init)
            .filter { path in
                !here.contains(path)
                    && !path.split(separator: "/").contains { $0.hasPrefix(".") }
            }
        if content.kind != .destination,
            let export = obsolete.first(where: { PublishedFolder.isManifestInFolder($0) })
        {
            throw ZigguratError(
                PublicationError.otherExport(export, folder: content.kind.rawValue),
                publication.remote)
        }
        return obsolete
    }

    /// Throws if the bucket of the remote does not exist.
    private func checkBucket() throws(ZigguratError) {
        guard traits.hasBuckets, let bucket = Self.bucket(of: publication.remote) else { return }
        guard try !rclone.call(["lsf", "--max-depth", "1", bucket]).isMissingFolder else {
            throw ZigguratError(PublicationError.bucketNotFound, bucket)
        }
    }

    /// Returns the bucket of a remote, such as `s3:maps` for `s3:maps/old`; `nil` if the remote
    /// names no bucket.
    static func bucket(of remote: String) -> String? {
        // Skips the options of a remote, as in `:s3,endpoint="http://…":maps/old`.
        var (isQuoted, start) = (false, remote.startIndex)
        for place in remote.indices.dropFirst() {
            if remote[place] == "\"" { isQuoted.toggle() }
            guard remote[place] == ":", !isQuoted else { continue }
            start = remote.index(after: place)
            break
        }
        let parts = remote[start...].split(separator: "/")
        guard start > remote.startIndex, let first = parts.first else { return nil }
        return String(remote[..<start]) + first
    }

    /// Throws if an export was replaced or removed since the upload began.
    private func checkUnchanged(since signature: [String]) throws(ZigguratError) {
        guard content.signature() != signature else { return }
        throw ZigguratError(PublicationError.folderChanged, publication.folder)
    }

    /// Reports rclone's message about each file, and returns the error of the stage.
    private func failure(
        of call: Rclone.Call, _ failure: PublicationError, at stage: Publication.Stage,
        _ report: (Publication.Event) -> Void
    ) -> ZigguratError {
        for error in call.log.fileErrors {
            report(.failed(ZigguratError(failure, error.file, cause: .library(error.text))))
        }
        return ZigguratError(
            PublicationError.stageFailed(stage, status: Int(call.status)), publication.remote,
            cause: call.log.cause.map { .library($0) })
    }
}
