internal import CommandLineParsing
internal import Glibc
internal import ZigguratKit

struct ShardPlanCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "shard plan", abstract: "Divide the images of an export among shards",
        discussion: """
            Writes a plan: a folder with plan.json and one file for each shard. The images are \
            grouped so that all shards take about equally long. “ziggurat shard run” exports the \
            images of a shard, on any machine that sees the plan, the images and the output \
            folder under the same paths. The exports have the same bytes as the exports of a \
            single “ziggurat export”. An image of 100 megapixels or more that takes longer than an \
            equal share is divided into bands, if its format allows it.
            """,
        examples: [
            .init("ziggurat shard plan scans/ -o public --layout iiif3 --shards 16 --plan plan"),
            .init(
                "ziggurat shard plan --list images.txt --by-size --shards 500 --plan plan",
                "plans a million images without opening them"),
        ])

    @Argument(valueName: "IMAGE", help: "Image files, or folders of image files")
    var images: [PathArgument] = []

    @Option(.range(1...100_000), visibility: .common, help: "Number of shards")
    var shards: Int

    @Option(
        valueName: "DIR", completion: .folders, visibility: .common,
        help: "Folder for the plan; new or empty")
    var plan: PathArgument

    @Option(
        valueName: "FILE", completion: .files, visibility: .common,
        help: "Also export the images that FILE lists, one path per line; - is stdin")
    var list: PathArgument?

    @Flag(visibility: .common, help: "Estimate costs from file sizes; do not read headers")
    var bySize: Bool

    @Flag(help: "Record the SHA-256 of each image; runs compare it")
    var sourceChecksums: Bool

    @OptionGroup var export: ShardExport
    @OptionGroup("Run") var threads: ThreadOption
    @OptionGroup("Run") var report: ReportOptions

    func validate() throws(CommandLineError) {
        guard !images.isEmpty || list != nil else {
            throw CommandLineError(
                "missing argument IMAGE", hint: "name images, or a list of them with --list FILE")
        }
        try export.input.check(images)
    }

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        var exporter = try export.exporter(context.isolation)
        try exporter.checkDestination()
        exporter.options.threadCount = threads.jobs
        exporter.records = try export.page.texts.records()
        var (paths, errors) = images.files()
        if let list { try ImageList.append(try list.textOrError(), to: &paths) }
        if paths.contains("-") { errors.append(ZigguratError(ShardError.standardInput, "-")) }
        guard errors.isEmpty else { return fail(errors, on: context.console) }
        let batch = try export.input.batch(of: paths, exporter)
        let folder = try plan.textOrError()
        let options = export.words(of: context.given, in: FileSystem.resolved(".") ?? ".")
        var display = ProgressDisplay(report.progress, on: context.console)
        display.begin("plan")
        let planned: ShardPlanner.Outcome
        do throws(ShardPlanner.Failures) {
            let outcome = try batch.planShards(
                shards, to: folder, options: options, costs: bySize ? .sizes : .headers,
                withChecksums: sourceChecksums, cancellation: context.cancellation
            ) { progress in
                display.update { _ in ProgressReport(progress) }
            }
            display.end()
            planned = outcome
        } catch {
            display.end()
            return fail(error.errors, on: context.console)
        }
        try ShardPlanReport(outcome: planned, asJSON: report.json).print(on: context.console)
        return .done
    }

    private func fail(_ errors: [ZigguratError], on console: Console) -> ExitStatus {
        for error in errors { console.report(error) }
        return errors.first.map(ExitStatus.init(for:)) ?? .failed
    }
}

extension ProgressReport {
    fileprivate init(_ progress: ShardPlanner.Progress) {
        let (noun, done, count) =
            switch progress {
            case .images(let done, let count): ("image", done, count)
            case .bytes(let done, let count): ("byte", done, count)
            }
        self.init(
            done: done, of: count, noun: noun,
            event: ["noun": noun, "done": done, "count": count])
    }
}

/// The report of a shard plan.
struct ShardPlanReport {
    let outcome: ShardPlanner.Outcome
    let asJSON: Bool

    func print(on console: Console) throws(ZigguratError) {
        let (plan, shards) = (outcome.plan, outcome.plan.summary.shards)
        let images = outcome.images
        for note in outcome.notes { console.note(note.message) }
        guard !asJSON else {
            try console.print(json: [
                "plan": plan.folder, "destination": plan.summary.destination, "images": images,
                "costs": plan.summary.costs, "shards": shards,
                "notes": outcome.notes.map(\.message.line),
            ])
            return
        }
        let tiles = shards.reduce(0) { $0 + ($1.tiles ?? 0) }
        let text = tiles > 0 ? ", \(Amount.count(tiles, of: "tile"))" : ""
        console.print(
            "\(plan.folder): \(Amount.count(shards.count, of: "shard")), "
                + "\(Amount.count(images, of: "image"))\(text)")
    }
}

/// A file with the paths of images, one per line.
enum ImageList {
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Appends the paths in a file. Skips empty lines and a byte order mark.
    ///
    /// - Parameter file: the path of the file; `-` for standard input.
    static func append(_ file: String, to paths: inout [String]) throws(ZigguratError) {
        // `unsafe`: Swift keeps the C string until the call returns.
        let descriptor = file == "-" ? dup(STDIN_FILENO) : unsafe open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .file(.read, file) }
        let handle = FileHandle(descriptor, path: file)
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        var (rest, isFirst) = ([UInt8](), true)
        while true {
            // `unsafe`: the array is not resized during the call.
            let count = unsafe read(handle.descriptor, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .file(.read, file) }
            guard count > 0 else { break }
            var line = bytes[..<count]
            while let end = line.firstIndex(of: UInt8(ascii: "\n")) {
                try append(rest + line[..<end], isFirst: isFirst, to: &paths)
                isFirst = false
                rest = []
                line = line[(end + 1)...]
            }
            rest += line
        }
        try append(rest, isFirst: isFirst, to: &paths)
    }

    private static func append(
        _ line: [UInt8], isFirst: Bool, to paths: inout [String]
    ) throws(ZigguratError) {
        var path = line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...]
        if isFirst, path.starts(with: byteOrderMark) { path = path.dropFirst(3) }
        guard !path.isEmpty else { return }
        guard let text = String(validating: path, as: UTF8.self) else {
            throw ZigguratError(
                CommandError.pathNotUTF8, String(decoding: path, as: UTF8.self))
        }
        paths.append(text)
    }
}
