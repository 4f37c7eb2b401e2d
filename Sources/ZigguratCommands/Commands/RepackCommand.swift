internal import CommandLineParsing
internal import ZigguratKit

/// `ziggurat repack`: another container or naming, the same tiles.
struct RepackCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "repack", abstract: "Write a pyramid in another container or layout, tiles as they are",
        discussion: """
            No tile is decoded and encoded again: the result has the same tiles, byte for byte, under other \
            names. What would need encoding is refused. Thumbnails, whole images and levels that the old \
            pyramid has not are made from one of its small levels.

            PATH is an export, a bundle, a descriptor (photo.dzi, info.json), or a container file (zip, szi, \
            pmtiles, mbtiles), Ziggurat's own or another tool's.
            """,
        examples: [
            .init("ziggurat repack Output/photo -o archive -c zip"),
            .init("ziggurat repack map.mbtiles -o public -c pmtiles"),
            .init("ziggurat repack scan.szi -o public --layout dzi,iiif3"),
        ])

    @Argument(valueName: "PATH", help: "What to write again.")
    var path: PathArgument

    @Option(
        short: "o", valueName: "DIR", completion: .folders,
        help: "The folder that the new export goes to.")
    var output: PathArgument

    @Option(help: "What the export is called; the pyramid's own name where there is none.")
    var name: String?

    @Option(
        .choices(Formats.standard.layouts.map(\.name)), short: "l", valueName: "NAME",
        shownDefault: "those that are there", help: "The layouts to write.")
    var layout: [String] = []

    @Option(
        .choices(Formats.standard.containers.map(\.name)), short: "c", valueName: "NAME",
        help: "What the bundles are written into.")
    var container = "folder"

    @OptionGroup() var publication: BaseURLOption

    @Flag(help: "Write again what is up to date.")
    var force: Bool

    @OptionGroup() var running: RunOptions

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        let destination = try output.textOrError()
        let repacker = Repacker(try path.textOrError(), to: destination, options: options)
        let plan = try repacker.plan()
        if running.dryRun {
            try say(plan, on: context.console)
            return .done
        }
        var display = ProgressDisplay(running.progress, on: context.console)
        display.begin(plan.name)
        let start = Clock.now
        let result: ExportResult
        do throws(ZigguratError) {
            result = try repacker.run(plan, cancellation: context.cancellation) { done, count in
                display.update { _ in RepackProgress(done: done, count: count) }
            }
        } catch {
            display.end()
            throw error
        }
        display.end()
        let collections = try Exporter(destination: destination).writeCollections()
        for note in collections.notes { context.console.note(Message(note)) }
        try Exporter(destination: destination).writeGallery()
        try say(result, seconds: Clock.now - start, on: context.console)
        return .done
    }

    private var options: RepackOptions {
        var options = RepackOptions(
            name: name, baseURL: publication.baseURL, isForced: force, threadCount: running.jobs)
        var seen: Set<String> = []
        let layouts = layout.filter { seen.insert($0).inserted }
            .compactMap(Formats.standard.layout(named:))
        options.layouts = layouts.isEmpty ? nil : layouts
        options.container = Formats.standard.container(named: container) ?? .folder
        return options
    }

    private func say(_ plan: RepackPlan, on console: Console) throws(ZigguratError) {
        if running.json {
            return try console.print(
                json: PlanDocument(name: plan.name, bundles: plan.bundles.map(BundleEntry.init)))
        }
        for bundle in plan.bundles {
            console.print(
                "\(plan.name)/\(bundle.path): \(Amount.count(bundle.tileCount, of: "tile")) "
                    + "from \(bundle.sourcePlace)"
                    + (bundle.newTiles > 0 ? ", \(bundle.newTiles) of them new" : ""))
        }
    }

    private func say(
        _ result: ExportResult, seconds: Double, on console: Console
    ) throws(ZigguratError) {
        if running.json {
            return try console.print(
                json: Document(
                    folder: result.folder, outcome: result.outcome, seconds: seconds,
                    manifest: result.manifest))
        }
        switch result.outcome {
        case .upToDate: console.print("\(result.folder): up to date")
        case .exported:
            let bundles = result.manifest.bundles
            let tiles = bundles.reduce(0) { $0 + $1.tiles }
            let bytes = bundles.reduce(0) { $0 + $1.bytes }
            console.print(
                "\(result.folder): \(bundles.map(\.path).joined(separator: ", ")), "
                    + "\(Amount.count(tiles, of: "tile")), \(Amount.bytes(bytes)) "
                    + "in \(Amount.duration(seconds))")
        }
    }

    private struct PlanDocument: Encodable {
        let name: String
        let bundles: [BundleEntry]
    }

    private struct BundleEntry: Encodable {
        let layout: String
        let path: String
        let from: String
        let tiling: Tiling
        let levels: Int
        let tiles: Int
        let newTiles: Int

        init(_ bundle: RepackPlan.Bundle) {
            layout = bundle.layout.name
            path = bundle.path
            from = bundle.sourcePlace
            tiling = bundle.pyramid.tiling
            levels = bundle.pyramid.levels.count
            tiles = bundle.tileCount
            newTiles = bundle.newTiles
        }
    }

    private struct Document: Encodable {
        let folder: String
        let outcome: ExportResult.Outcome
        let seconds: Double
        let manifest: Manifest
    }
}

/// How far a repacking has come.
private struct RepackProgress: ProgressState {
    let done: Int
    let count: Int

    var fraction: Double { Double(done) / Double(max(1, count)) }
    var text: String { "\(Amount.count(done)) of \(Amount.count(count, of: "tile"))" }

    func event(_ title: String) -> Event { Event(name: title, tilesDone: done, tileCount: count) }

    struct Event: Encodable {
        let event = "progress"
        let name: String
        let tilesDone: Int
        let tileCount: Int
    }
}
