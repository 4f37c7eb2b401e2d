internal import CommandLineParsing
internal import ZigguratKit

/// `ziggurat publish`: what was exported, to where readers find it.
struct PublishCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "publish", abstract: "Upload exports through rclone",
        discussion: """
            Sends what is in DIR, a folder of exports, an export or one of its layouts, to REMOTE, which \
            is written as rclone writes it. Tiles go first and pages last, so that readers never see a \
            page whose tiles are not there. What the remote has already is not sent again; hidden files \
            are never sent.

            Options for rclone itself stand behind “--”.
            """,
        examples: [
            .init("ziggurat publish Output s3:bucket/maps"),
            .init("ziggurat publish public web:htdocs --delete --dry-run", "what would be done"),
            .init("ziggurat publish public/photo web:htdocs/photo -- --bwlimit 2M"),
        ])

    @Argument(valueName: "DIR", completion: .folders, help: "What to send.")
    var folder: PathArgument

    @Argument(valueName: "REMOTE", help: "Where to, such as s3:bucket/path or :local:/srv/www.")
    var remote: String

    @Argument(valueName: "OPTION", help: "Options for rclone, behind “--”.")
    var rcloneOptions: [String] = []

    @Flag(help: "Remove from the remote what DIR does not have, at the end.")
    var delete: Bool

    @Flag(short: "n", help: "Say what would be sent and removed, and change nothing.")
    var dryRun: Bool

    @Option(
        .range(0...), valueName: "SECONDS",
        help: "How long browsers may keep tiles, where the remote can tell them; 0: ask each time.")
    var tileCache = 604_800

    @Option(.range(0...), valueName: "SECONDS", help: "The same for pages and descriptors.")
    var pageCache = 60

    @Option(.range(1...256), help: "Files that are sent at once.")
    var jobs = 8

    @Option(help: "How progress is shown on standard error.")
    var progress = ProgressStyle.auto

    @Flag(help: "Print one JSON document instead of a line.")
    var json: Bool

    func validate() throws(CommandLineError) {
        guard let first = rcloneOptions.first, !first.hasPrefix("-") else { return }
        throw CommandLineError(
            "unexpected argument \(ArgumentText(first).quoted)",
            hint: "options for rclone begin with a dash and stand behind “--”")
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
        var display = ProgressDisplay(progress, on: console)
        display.begin(publication.folder)
        let started = Clock.now
        var document = Document(publication)
        do throws(ZigguratError) {
            let result = try publication.run(cancellation: context.cancellation) { event in
                switch event {
                case .progressed(let progress):
                    display.update { _ in PublishProgress(progress) }
                case .failed(let error):
                    display.end()
                    console.report(error)
                    document.errors.append(ErrorEntry(error))
                case .noted(let note):
                    display.end()
                    console.note(note.message)
                    document.notes.append(note.message.line)
                }
            }
            display.end()
            document.result = result
        } catch {
            display.end()
            guard json, error.code == .publishingFailed else { throw error }
            console.report(error)
            document.errors.append(ErrorEntry(error))
        }
        document.seconds = Clock.now - started
        if json {
            try console.print(json: document)
        } else if let result = document.result {
            console.print(line(result, publication, seconds: document.seconds))
        }
        return document.errors.isEmpty ? .done : .failed
    }

    private func line(
        _ result: Publication.Result, _ publication: Publication, seconds: Double
    ) -> String {
        let verbs = dryRun ? ("to send", "to remove") : ("sent", "removed")
        let removed = delete ? ", \(Amount.count(result.deleted)) \(verbs.1)" : ""
        return "\(publication.folder) → \(publication.remote): "
            + "\(Amount.count(result.uploaded, of: "file")) \(verbs.0) (\(Amount.bytes(result.bytes)))"
            + "\(removed), \(Amount.count(result.unchanged)) unchanged in \(Amount.duration(seconds))"
    }

    private struct Document: Encodable {
        let folder: String
        let remote: String
        let dryRun: Bool
        var result: Publication.Result?
        var errors: [ErrorEntry] = []
        var notes: [String] = []
        var seconds = 0.0

        init(_ publication: Publication) {
            folder = publication.folder
            remote = publication.remote
            dryRun = publication.isDryRun
        }
    }
}

/// How far a publication has come.
private struct PublishProgress: ProgressState {
    private let progress: Publication.Progress

    init(_ progress: Publication.Progress) { self.progress = progress }

    var fraction: Double { Double(progress.filesDone) / Double(max(progress.fileCount, 1)) }

    var text: String {
        "\(Amount.count(progress.filesDone)) of \(Amount.count(progress.fileCount, of: "file")), "
            + "\(progress.stage.rawValue), \(Amount.bytes(progress.bytes)) sent"
    }

    func event(_ title: String) -> Event {
        Event(
            name: title, stage: progress.stage, filesDone: progress.filesDone,
            fileCount: progress.fileCount, bytes: progress.bytes)
    }

    struct Event: Encodable {
        let event = "progress"
        let name: String
        let stage: PublicationStage
        let filesDone: Int
        let fileCount: Int
        let bytes: Int
    }
}
