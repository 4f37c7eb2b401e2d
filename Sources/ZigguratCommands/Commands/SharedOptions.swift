internal import CommandLineParsing
internal import ZigguratKit

/// `--progress` and `--json`, for the commands that take a while.
struct ReportOptions: ParameterSet {
    @Option(help: "Progress on standard error")
    var progress = ProgressStyle.auto

    @OptionGroup var output: JSONOption

    var json: Bool { output.json }
}

/// `--json`, for the commands with a result.
struct JSONOption: ParameterSet {
    @Flag(help: "Print one JSON document")
    var json: Bool
}

/// `--jobs`, for the commands that use several threads.
struct ThreadOption: ParameterSet {
    @Option(.range(1...1024), shownDefault: "number of processors", help: "Number of threads")
    var jobs = PyramidBuilder.defaultThreadCount
}

/// The options of the commands that write exports.
struct RunOptions: ParameterSet {
    @OptionGroup var threads: ThreadOption

    @Flag(visibility: .common, help: "Write the export again even if nothing has changed")
    var force: Bool

    @Flag(help: "Do not flush files to the disk; faster for scratch work")
    var noSync: Bool

    @Flag(short: "n", visibility: .common, help: "Print what would be written; write nothing")
    var dryRun: Bool

    @OptionGroup var report: ReportOptions
}

/// `--base-url`, for the commands that write documents with addresses.
struct BaseURLOption: ParameterSet {
    @Option(
        .matching(BaseAddress.expectation) { BaseAddress.normalized($0) != nil },
        valueName: "URL", visibility: .common,
        help: "Public address of the destination, for IIIF documents")
    private var baseURL: String?

    /// In its normal form.
    var address: String? { baseURL.flatMap(BaseAddress.normalized) }
}

/// `--host`, for the commands that write the gallery.
struct HostOption: ParameterSet {
    @Option(
        .choices(StaticHosts.all.map(\.name)), valueName: "HOST",
        help: "Write the files that this web host reads")
    var host: [String] = []
}

/// `--language`, for the commands that write the pages of exports.
struct LanguageOption: ParameterSet {
    private static let visitors = "auto"

    @Option(
        .matching("auto or a language such as de") {
            $0 == visitors || PageTemplates.isLanguage($0)
        },
        valueName: "LANGUAGE", shownDefault: visitors,
        help: "Language of the pages; auto: the visitor's language")
    var language: String?

    /// `nil` for the visitor's language.
    var tag: String? { language == Self.visitors ? nil : language }
}

/// `--templates`, for the commands that write pages.
struct TemplatesOption: ParameterSet {
    @Option(
        valueName: "DIR", completion: .folders,
        help: "Folder of page templates; “ziggurat templates” writes them")
    var templates: PathArgument?

    /// The templates in the folder, or the built-in ones.
    func read() throws(ZigguratError) -> PageTemplates {
        guard let templates else { return .builtIn }
        return try PageTemplates(folder: try templates.textOrError())
    }
}
