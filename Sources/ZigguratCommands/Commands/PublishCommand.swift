internal import CommandLineParsing
internal import ZigguratKit

struct PublishCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "publish", abstract: "Upload exports with rclone",
        discussion: """
            Uploads the content of DIR, a folder of exports, an export or a bundle, to REMOTE in \
            rclone's notation. Uploads tiles first and pages last, so that no page refers to \
            missing tiles. Skips files that the remote already has, and hidden files.
            """,
        """
        Options for rclone follow “--”.
        """,
        examples: [
            .init("ziggurat publish Output s3:bucket/maps"),
            .init(
                "ziggurat publish public web:htdocs --delete --dry-run", "prints what would change"),
            .init("ziggurat publish public/photo web:htdocs/photo -- --bwlimit 2M"),
        ])

    @Argument(valueName: "DIR", completion: .folders, help: "Folder to upload")
    var folder: PathArgument

    @Argument(valueName: "REMOTE", help: "rclone remote, such as s3:bucket/path or :local:/srv/www")
    var remote: String

    @Argument(valueName: "OPTION", help: "rclone options, after “--”")
    var rcloneOptions: [String] = []

    @Flag(help: "Delete files on the remote that are not in DIR")
    var delete: Bool

    @Flag(short: "n", help: "Print what would be uploaded and deleted; change nothing")
    var dryRun: Bool

    @Option(
        .range(0...), valueName: "SECONDS",
        help: "Time that browsers may cache tiles; 0 disables the cache")
    var tileCache = 604_800

    @Option(
        .range(0...), valueName: "SECONDS",
        help: "Time that browsers may cache pages and descriptors")
    var pageCache = 60

    @Option(.range(1...256), help: "Number of parallel uploads")
    var jobs = 8

    @OptionGroup var report: ReportOptions

    func validate() throws(CommandLineError) {
        guard let first = rcloneOptions.first, !first.hasPrefix("-") else { return }
        throw CommandLineError(
            "unexpected argument \(ArgumentText(first).quoted)",
            hint: "write rclone options, which begin with a dash, after “--”")
    }

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        let console = context.console
        var publication = Publication(of: try folder.textOrError(), to: remote)
        publication.deletes = delete
        publication.isDryRun = dryRun
        publication.tileLifetime = tileCache
        publication.pageLifetime = pageCache
        publication.transferCount = jobs
        publication.rcloneOptions = rcloneOptions
        var display = ProgressDisplay(report.progress, on: console)
        display.begin(publication.folder)
        var result: Publication.Result?
        var errors: [ZigguratError] = []
        var notes: [String] = []
        do throws(ZigguratError) {
            result = try publication.run(cancellation: context.cancellation) { event in
                switch event {
                case .progressed(let progress):
                    display.update { _ in ProgressReport(progress) }
                case .failed(let error):
                    display.end()
                    console.report(error)
                    errors.append(error)
                case .noted(let note):
                    display.end()
                    console.note(note.message)
                    notes.append(note.message.line)
                }
            }
            display.end()
        } catch {
            display.end()
            guard report.json, error.code == .publishingFailed else { throw error }
            console.report(error)
            errors.append(error)
        }
        let seconds = display.elapsed
        if report.json {
            try console.print(json: [
                "folder": publication.folder, "remote": publication.remote,
                "dryRun": publication.changesNothing,
                "result": result.map(document), "errors": errors.map(\.document), "notes": notes,
                "seconds": seconds,
            ])
        } else if let result {
            console.print(line(result, publication, seconds: seconds))
        }
        return errors.isEmpty ? .done : .failed
    }

    private func line(
        _ result: Publication.Result, _ publication: Publication, seconds: Double
    ) -> String {
        let verbs =
            publication.changesNothing ? ("to upload", "to delete") : ("uploaded", "deleted")
        let removed = delete ? ", \(Amount.count(result.deleted)) \(verbs.1)" : ""
        return "\(publication.folder) → \(publication.remote): "
            + "\(Amount.count(result.uploaded, of: "file")) \(verbs.0) (\(Amount.bytes(result.bytes)))"
            + "\(removed), \(Amount.count(result.unchanged)) unchanged in \(Amount.duration(seconds))"
    }

    private func document(of result: Publication.Result) -> JSONObject {
        [
            "files": result.files, "uploaded": result.uploaded, "bytes": result.bytes,
            "deleted": result.deleted, "unchanged": result.unchanged,
        ]
    }
}

extension ProgressReport {
    fileprivate init(_ progress: Publication.Progress) {
        self.init(
            fraction: Double(progress.filesDone) / Double(max(progress.fileCount, 1)),
            text: "\(Amount.count(progress.filesDone)) of "
                + "\(Amount.count(progress.fileCount, of: "file")), \(progress.stage.rawValue), "
                + "\(Amount.bytes(progress.bytes)) uploaded",
            event: [
                "stage": progress.stage, "filesDone": progress.filesDone,
                "fileCount": progress.fileCount, "bytes": progress.bytes,
            ])
    }
}
