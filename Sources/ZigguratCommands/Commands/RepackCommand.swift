internal import CommandLineParsing
internal import ZigguratKit

struct RepackCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "repack", abstract: "Convert a pyramid to another container or layout",
        discussion: """
            Copies the tiles byte for byte and does not encode them again; conversions that would \
            need encoding are rejected. Missing thumbnails, whole images and small levels are made \
            from an existing level.
            """,
        """
        PATH is an export, a bundle, a descriptor (photo.dzi, info.json) or a container file \
        (zip, szi, pmtiles, mbtiles, tif), also of another tool. A map in Web Mercator becomes \
        NAME.mbtiles, NAME.pmtiles or a folder (--layout xyz, tms or google), with its place on \
        earth.
        """,
        examples: [
            .init("ziggurat repack Output/photo -o archive -c zip"),
            .init("ziggurat repack map.mbtiles -o public -c pmtiles"),
            .init("ziggurat repack gdal2tiles-folder -o public -c mbtiles --name map"),
            .init("ziggurat repack scan.szi -o public --layout dzi,iiif3"),
        ])

    @Argument(
        valueName: "PATH", completion: .exports(besides: .files), help: "Pyramid or map to convert")
    var path: PathArgument

    @Option(
        short: "o", valueName: "DIR", completion: .folders, help: "Output folder")
    var output: PathArgument

    @Option(help: "Name of the result; {stem} and {parent} come from the old name")
    var name: String?

    @Option(
        .choices(Formats.standard.layouts.map(\.name)), short: "l", valueName: "NAME",
        shownDefault: "unchanged", help: "Layouts to write")
    var layout: [String] = []

    @Option(
        .choices(Formats.standard.containers.map(\.name)), short: "c", valueName: "NAME",
        help: "Container of each layout")
    var container = "folder"

    @OptionGroup var settings: LayoutSettingOptions

    @OptionGroup var publication: BaseURLOption

    @OptionGroup var replacement: ReplaceOption

    @OptionGroup var running: RunOptions

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        let destination = try output.textOrError()
        try Exporter(destination: destination).checkDestination()
        if let repacker = try MapRepacker(
            try path.textOrError(), to: destination, options: options)
        {
            return try run(repacker, in: context)
        }
        let repacker = Repacker(try path.textOrError(), to: destination, options: options)
        let plan = try repacker.plan()
        for note in plan.notes { context.console.note(note.message) }
        if running.dryRun {
            try show(plan, try repacker.changes(by: plan), on: context.console)
            return .done
        }
        var exporter = Exporter(destination: destination)
        exporter.templates = try DestinationRecord(of: destination).readTemplates()
        exporter.options.syncs = !running.noSync
        let (result, display) = try exporter.whileInUse { () throws(ZigguratError) in
            let shown = try withDisplay(of: plan.name, on: context.console) {
                progress throws(ZigguratError) in
                try repacker.run(plan, cancellation: context.cancellation, progress: progress)
            }
            try exporter.updateIndex(on: context.console)
            return shown
        }
        try show(result, seconds: display.elapsed, on: context.console)
        return .done
    }

    /// Runs a repack and shows its progress.
    ///
    /// - Returns: the result, and the display, which has the start time of the repack.
    func withDisplay<Result>(
        of name: String, on console: Console,
        _ repack: (_ progress: (_ done: Int, _ count: Int) -> Void) throws(ZigguratError) -> Result
    ) throws(ZigguratError) -> (result: Result, display: ProgressDisplay) {
        var display = ProgressDisplay(running.report.progress, on: console)
        display.begin(name)
        let result: Result
        do {
            defer { display.end() }
            result = try repack { done, count in
                display.update { _ in
                    ProgressReport(
                        done: done, of: count, noun: "tile",
                        event: ["tilesDone": done, "tileCount": count])
                }
            }
        }
        return (result, display)
    }

    private var options: Repacker.Options {
        var options = Repacker.Options(
            name: name, baseURL: publication.address, isForced: running.force,
            threadCount: running.threads.jobs)
        options.syncs = !running.noSync
        options.replaces = replacement.replace
        options.layoutSettings = settings.texts
        options.layouts = layout.isEmpty ? nil : Formats.standard.layouts(named: layout)
        options.container = Formats.standard.container(named: container) ?? .folder
        return options
    }

    private func show(
        _ plan: Repacker.Plan,
        _ changes: (isUpToDate: Bool, bundles: ExportResult.BundleChanges?), on console: Console
    ) throws(ZigguratError) {
        if running.report.json {
            return try console.print(json: [
                "name": plan.name, "bundles": plan.bundles.map(document),
                "isUpToDate": changes.isUpToDate, "changes": changes.bundles,
            ])
        }
        for bundle in plan.bundles {
            console.print(
                "\(plan.name)/\(bundle.path): \(Amount.count(bundle.tileCount, of: "tile")) "
                    + "from \(bundle.sourcePlace)"
                    + (bundle.newTiles > 0 ? ", \(bundle.newTiles) of them new" : ""))
        }
        if changes.isUpToDate { console.print("\(plan.name): up to date") }
        if let changes = changes.bundles { console.print("\(plan.name): \(changes.text)") }
    }

    private func show(
        _ result: ExportResult, seconds: Double, on console: Console
    ) throws(ZigguratError) {
        if running.report.json {
            return try console.print(json: [
                "folder": result.folder, "outcome": result.outcome, "seconds": seconds,
                "manifest": result.manifest, "changes": result.changes,
                "bundles": result.bundles,
            ])
        }
        switch result.outcome {
        case .upToDate, .described: console.print("\(result.folder): up to date")
        case .exported:
            let paths = result.manifest.bundles.map(\.path).joined(separator: ", ")
            console.print(
                "\(result.folder): \(result.updateText.map { $0 + ";" } ?? paths + ",") "
                    + result.manifest.sizeText
                    + " in \(Amount.duration(seconds))\(result.changesText)")
        }
    }

    private func document(of bundle: Repacker.Plan.Bundle) -> JSONObject {
        [
            "layout": bundle.layout.name, "path": bundle.path, "from": bundle.sourcePlace,
            "tiling": bundle.pyramid.tiling, "levels": bundle.pyramid.levels.count,
            "tiles": bundle.tileCount, "newTiles": bundle.newTiles,
        ]
    }
}

extension RepackCommand {
    /// Repacks a map.
    func run(
        _ repacker: MapRepacker, in context: CommandContext
    ) throws(ZigguratError) -> ExitStatus {
        let console = context.console
        let plan = try repacker.plan()
        for note in plan.notes { console.note(note.message) }
        if running.dryRun {
            let isUpToDate = try repacker.isUpToDate(plan, cancellation: context.cancellation)
            try show(plan, isUpToDate: isUpToDate, on: console)
            return .done
        }
        let (map, display) = try withDisplay(of: plan.name, on: console) {
            progress throws(ZigguratError) in
            try repacker.run(plan, cancellation: context.cancellation, progress: progress)
        }
        try show(map, of: plan, seconds: display.elapsed, on: console)
        return .done
    }

    private func show(
        _ plan: MapRepacker.Plan, isUpToDate: Bool, on console: Console
    ) throws(ZigguratError) {
        if running.report.json {
            return try console.print(json: [
                "name": plan.name, "path": plan.path, "map": document(of: plan),
                "isUpToDate": isUpToDate,
            ])
        }
        console.print(
            "\(plan.path): \(Amount.count(plan.tileCount, of: "tile")) from \(plan.sourcePlace)")
        if isUpToDate { console.print("\(plan.path): up to date") }
    }

    private func show(
        _ map: RepackedMap, of plan: MapRepacker.Plan, seconds: Double, on console: Console
    ) throws(ZigguratError) {
        if running.report.json {
            return try console.print(json: [
                "path": map.path, "outcome": map.outcome, "seconds": seconds,
                "bytes": map.byteCount, "map": document(of: plan),
            ])
        }
        guard let byteCount = map.byteCount else {
            return console.print("\(map.path): up to date")
        }
        console.print(
            "\(map.path): \(Amount.count(map.tileCount, of: "tile")), \(Amount.bytes(byteCount)) "
                + "in \(Amount.duration(seconds))")
    }

    private func document(of plan: MapRepacker.Plan) -> JSONObject {
        [
            "container": plan.container.name, "layout": plan.layout, "from": plan.sourcePlace,
            "format": plan.format, "minZoom": plan.zooms.lowerBound,
            "maxZoom": plan.zooms.upperBound, "bounds": plan.bounds, "tiles": plan.tileCount,
        ]
    }
}
