internal import CommandLineParsing
internal import ZigguratKit

struct DescribeCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        "describe", abstract: "Change the texts of exports",
        discussion: """
            Writes the pages, manifests, collections and the gallery of existing exports with other \
            titles, descriptions and rights. Tiles and their time stamps do not change. Texts that \
            are not given are kept; an empty value in the list removes a text. Nothing is written if \
            a record of the list belongs to no export.
            """,
        examples: [
            .init("ziggurat describe public --metadata titles.csv"),
            .init("ziggurat describe public --rights http://creativecommons.org/licenses/by/4.0/"),
        ])

    @Argument(valueName: "DIR", completion: .folders, help: "Folder of exports")
    var folder: PathArgument = "Output"

    @OptionGroup var texts: TextOptions
    @OptionGroup var tour: TourOption
    @OptionGroup var language: LanguageOption
    @OptionGroup var templates: TemplatesOption

    @Flag(help: "Do not flush files to the disk before they appear")
    var noSync: Bool

    @OptionGroup var threads: ThreadOption
    @OptionGroup var output: JSONOption

    func run(in context: CommandContext) throws(ZigguratError) -> ExitStatus {
        let caption = texts.caption
        let changes = caption != Caption() || language.language != nil || tour.tour != nil
        guard texts.metadata != nil || changes else {
            throw ZigguratError(CommandError.noTexts)
        }
        var options = Exporter.Options(caption: caption)
        options.threadCount = threads.jobs
        options.syncs = !noSync
        try tour.apply(to: &options)
        options.language = language.tag
        options.changesLanguage = language.language != nil
        var exporter = Exporter(destination: try folder.textOrError(), options: options)
        exporter.records = try texts.records()
        let record = try DestinationRecord(of: exporter.destination)
        exporter.templates = try templates.read(besides: record)
        var report = ExportReport(progress: .none, asJSON: output.json, on: context.console)
        let isComplete = exporter.describe(cancellation: context.cancellation) { report.take($0) }
        if isComplete { try exporter.checkExports() }
        try templates.remember(language, in: exporter.destination, syncs: options.syncs)
        try report.close()
        if context.cancellation.isCancelled { return .interrupted }
        return isComplete ? .done : .failed
    }
}
