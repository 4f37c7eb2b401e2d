internal import CommandLineParsing
internal import ZigguratKit

/// The plan that `shard run`, `shard finish` and `shard status` work on.
struct ShardPlanArgument: ParameterSet {
    @Argument(valueName: "PLAN", completion: .folders, help: "Folder of the plan")
    var plan: PathArgument

    func read() throws(ZigguratError) -> ShardPlan { try ShardPlan(try plan.textOrError()) }
}

extension ShardPlan {
    /// An exporter with the options of the plan.
    func exporter(in context: CommandContext) throws(ZigguratError) -> Exporter {
        let request = try? ZigguratTool.program.parse(["shard", "plan", "."] + summary.options)
        guard case .run(let command as ShardPlanCommand)? = request else {
            throw ZigguratError(ShardFailure.damaged, "\(folder)/\(Self.fileName)")
        }
        var exporter = try command.exporter(context.isolation)
        // The default of --output is relative to the folder in which the plan was made.
        exporter.destination = summary.destination
        try check(exporter)
        return exporter
    }
}
