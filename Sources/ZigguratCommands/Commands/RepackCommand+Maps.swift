internal import ZigguratKit

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
