internal import ZigguratCore
internal import ZigguratSystem

/// One run of a publication.
struct PublicationErrand {
    let publication: Publication
    let content: PublishedFolder
    let rclone: Rclone
    let traits: Rclone.Traits

    /// Files that are sent by one call: they share a stage and a media type.
    private struct Group {
        let stage: PublicationStage
        let mediaType: String
        var files: [PublishedFolder.File]
    }

    func run(_ report: (Publication.Event) -> Void) throws(ZigguratError) -> Publication.Result {
        let signature = content.signature()
        var result = Publication.Result()
        result.files = content.files.count
        // Before anything is sent: what cannot be removed should not surprise in the end.
        let gone = publication.deletes ? try filesGone() : []
        var done = 0
        for group in groups() {
            try checkUnchanged(since: signature)
            let earlier = (done, result.bytes)
            let call = try copy(group) { log in
                // Sent files are counted as compared where the remote had others in their place.
                let filesDone = earlier.0 + min(log.checks + log.copied.count, group.files.count)
                report(
                    .progressed(
                        .init(
                            stage: group.stage, filesDone: filesDone,
                            fileCount: content.files.count, bytes: earlier.1 + log.bytes)))
            }
            done += group.files.count
            for file in group.files where call.log.copied.contains(file.path) {
                result.uploaded += 1
                result.bytes += file.size
            }
            guard call.status == 0 else {
                try checkUnchanged(since: signature)
                throw failure(of: call, "uploaded", at: group.stage, report)
            }
        }
        try checkUnchanged(since: signature)
        for stage in PublicationStage.allCases.reversed() {
            let paths = gone.filter { PublicationStage(of: $0, in: content.kind) == stage }
            guard !paths.isEmpty else { continue }
            let call = try rclone.call(
                ["delete", publication.remote, "--files-from-raw", "-"] + dryRun, list: paths)
            result.deleted += paths.count { call.log.deleted.contains($0) }
            guard call.status == 0 else { throw failure(of: call, "removed", at: stage, report) }
        }
        if result.deleted > 0, !publication.isDryRun, traits.features.canHaveEmptyDirectories {
            // An empty folder that stays is nothing that anybody reads.
            _ = try rclone.call(["rmdirs", publication.remote, "--leave-root"])
        }
        return result
    }

    /// Everything to send, in the order of the stages.
    private func groups() -> [Group] {
        var groups: [Group] = []
        for stage in PublicationStage.allCases {
            let files = content.files.filter {
                PublicationStage(of: $0.path, in: content.kind) == stage
            }
            let byType = Dictionary(grouping: files) { MediaType.of($0.path) }
            for type in byType.keys.sorted() {
                groups.append(Group(stage: stage, mediaType: type, files: byType[type] ?? []))
            }
        }
        return groups
    }

    private func copy(
        _ group: Group, watch: (RcloneLog) -> Void
    ) throws(ZigguratError) -> Rclone.Call {
        let lifetime = group.stage.isLasting ? publication.tileLifetime : publication.pageLifetime
        let cache = lifetime > 0 ? "public, max-age=\(lifetime)" : "no-cache"
        var arguments = [
            "copy", publication.folder, publication.remote, "--files-from-raw", "-",
            "--header-upload", "Content-Type: \(group.mediaType)",
            "--header-upload", "Cache-Control: \(cache)",
            "--transfers", "\(publication.transferCount)",
            "--checkers", "\(max(publication.transferCount, 8))",
        ]
        // Many files in many folders: one listing of everything costs an object store least.
        if group.stage == .tiles { arguments.append("--fast-list") }
        return try rclone.call(
            arguments + comparison(at: group.stage) + dryRun, list: group.files.map(\.path),
            watch: watch)
    }

    /// How rclone is to find out what the remote has already.
    private func comparison(at stage: PublicationStage) -> [String] {
        // Where asking for a time takes a request each, as with S3, the listing's checksums do.
        if traits.keepsHashes, traits.features.slowModTime { return ["--checksum"] }
        if traits.keepsTimes { return [] }
        if traits.keepsHashes { return ["--checksum"] }
        return [stage == .tiles ? "--size-only" : "--ignore-times"]
    }

    private var dryRun: [String] { publication.isDryRun ? ["--dry-run"] : [] }

    /// The files of the remote that the folder does not have; hidden ones are nobody's business.
    private func filesGone() throws(ZigguratError) -> [String] {
        let call = try rclone.call(
            ["lsf", "--recursive", "--files-only", "--fast-list", publication.remote])
        if call.isMissingFolder { return [] }
        guard call.status == 0 else {
            let reason = call.log.errors.last?.text ?? "status \(call.status)"
            throw ZigguratError(
                .publishingFailed, publication.remote, "rclone cannot list it (\(reason))")
        }
        let here = Set(content.files.map(\.path))
        let gone = String(decoding: call.output, as: UTF8.self)
            .split(separator: "\n").map(String.init)
            .filter { path in
                !here.contains(path)
                    && !path.split(separator: "/").contains { $0.hasPrefix(".") }
            }
        if content.kind != .destination,
            let export = gone.first(where: { PublishedFolder.isManifest($0, depth: 1) })
        {
            throw ZigguratError(
                .publishingFailed, publication.remote,
                "other exports are there, such as \(export), which --delete would remove",
                remedy: "give the \(content.kind) a folder of its own behind the remote's path")
        }
        return gone
    }

    /// Throws where an export took the place of the one that is being sent.
    private func checkUnchanged(since signature: [String]) throws(ZigguratError) {
        guard content.signature() != signature else { return }
        throw ZigguratError(
            .publishingFailed, publication.folder,
            "an export in it was made again or removed while it was being published, so not "
                + "everything was sent",
            remedy: "publish it once more")
    }

    /// Reports what rclone says of each file, and says what it comes to.
    private func failure(
        of call: Rclone.Call, _ participle: String, at stage: PublicationStage,
        _ report: (Publication.Event) -> Void
    ) -> ZigguratError {
        let errors = call.log.errors
        for error in errors {
            let subject = error.object.isEmpty ? publication.remote : error.object
            report(
                .failed(
                    ZigguratError(
                        .publishingFailed, subject, "it could not be \(participle) (\(error.text))"
                    )))
        }
        return ZigguratError(
            .publishingFailed, publication.remote,
            "rclone failed (status \(call.status)) at the \(stage.rawValue); nothing that needs them was "
                + participle,
            remedy: "run it again: what is there is not sent again")
    }
}
