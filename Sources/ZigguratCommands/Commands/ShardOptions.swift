internal import CommandLineParsing
internal import ZigguratKit

/// The plan for `shard run`, `shard finish` and `shard status`.
struct ShardPlanArgument: ParameterSet {
    @Argument(valueName: "PLAN", completion: .folders, help: "Folder of the plan")
    var plan: PathArgument

    /// Reads the plan.
    func read() throws(ZigguratError) -> ShardPlan { try ShardPlan(try plan.textOrError()) }
}

/// The export options of a plan. The type is a command in order to parse the options in
/// `plan.json`.
struct ShardExport: ParsableCommand {
    static let configuration = CommandConfiguration("export", abstract: "")
    private static let reader = Program(
        CommandConfiguration(ShardPlan.fileName, abstract: ""), commands: [ShardExport.self],
        version: "")

    @OptionGroup var input: ImageOptions
    @OptionGroup("Page") var page: PageOptions
    @OptionGroup("Run") var replacement: ReplaceOption

    /// Parses the options in a plan.
    ///
    /// - Throws: ``ShardError/invalid(member:limit:)``.
    init(_ plan: ShardPlan) throws(ZigguratError) {
        let words = [Self.configuration.name] + plan.summary.options
        guard case .run(let options as ShardExport, _)? = try? Self.reader.parse(words) else {
            throw ZigguratError(
                ShardError.invalid(member: "options"), "\(plan.folder)/\(ShardPlan.fileName)")
        }
        self = options
    }

    init() {}

    /// Returns the options with absolute paths, without `--output`.
    func words(of given: GivenOptions?, in folder: String) -> [String] {
        given?.words(of: self, in: folder).filter { !$0.hasPrefix("--output=") } ?? []
    }

    /// - Parameter destination: the folder of the exports; `nil` for the folder in `--output`.
    func exporter(
        _ isolation: SourceRequest.Isolation?, to destination: String? = nil
    ) throws(ZigguratError) -> Exporter {
        var options = try input.exportOptions(isolation)
        options.replaces = replacement.replace
        let given = try input.destination.output.textOrError()
        let record = try DestinationRecord(of: destination ?? given)
        try page.apply(to: &options, besides: record)
        return try input.exporter(options, templates: try page.templates.read(besides: record))
    }
}

extension ShardPlan {
    /// Returns an exporter with the options of the plan.
    ///
    /// - Throws: ``ShardError/optionsChanged`` if the exporter's settings differ from the plan.
    func exporter(in context: CommandContext) throws(ZigguratError) -> Exporter {
        var exporter = try ShardExport(self).exporter(
            context.isolation, to: summary.destination)
        exporter.destination = summary.destination
        try check(exporter)
        return exporter
    }
}
