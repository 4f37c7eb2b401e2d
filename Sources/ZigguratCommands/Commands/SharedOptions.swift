internal import CommandLineParsing
internal import ZigguratKit

/// The options `--progress` and `--json`, for commands that may take long.
struct ReportOptions: ParameterSet {
    @Option(help: "Progress on standard error")
    var progress = ProgressStyle.auto

    @OptionGroup var output: JSONOption

    var json: Bool { output.json }
}

/// The option `--json`, for commands with a result.
struct JSONOption: ParameterSet {
    @Flag(help: "Print one JSON document")
    var json: Bool
}

/// The option `--jobs`, for commands that use several threads.
struct ThreadOption: ParameterSet {
    @Option(.range(1...1024), shownDefault: "number of processors", help: "Number of threads")
    var jobs = WorkerThreads.defaultCount
}

/// The options of commands that write exports.
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

/// The option `--base-url`, for commands that write documents with addresses.
struct BaseURLOption: ParameterSet {
    @Option(
        .matching(BaseAddress.expectation) { BaseAddress.normalized($0) != nil },
        valueName: "URL", visibility: .common,
        help: "Public address of the destination, for IIIF documents")
    private var baseURL: String?

    /// The address in its normal form; `nil` without the option.
    var address: String? { baseURL.flatMap(BaseAddress.normalized) }
}

/// The option `--host`, for commands that write the gallery.
struct HostOption: ParameterSet {
    @Option(
        .choices(StaticHost.all.map(\.name)), valueName: "HOST",
        help: "Write the files that this web host reads")
    var host: [String] = []
}

/// The option `--language`, for commands that write pages of exports.
struct LanguageOption: ParameterSet {
    private static let visitors = "auto"

    @Option(
        .matching("auto or a language such as de") {
            $0 == visitors || PageTemplates.isLanguage($0)
        },
        valueName: "LANGUAGE", shownDefault: visitors,
        help: "Language of the pages; auto: the visitor's language")
    var language: String?

    /// The language of the option; `nil` for the visitor's language.
    var tag: String? { language == Self.visitors ? nil : language }

    /// Returns the language of the option; without the option, the language that the output folder
    /// records. `nil` stands for the visitor's language.
    func tag(besides record: DestinationRecord) -> String? {
        language == nil ? record.language : tag
    }
}

/// The options `--templates` and `--css`, for commands that write pages.
struct TemplatesOption: ParameterSet {
    private static let builtIn = "built-in"

    @Option(
        valueName: "DIR", completion: .folders, shownDefault: "as in earlier exports",
        help: "Folder of page templates, or built-in")
    var templates: PathArgument?

    @Option(
        valueName: "FILE", completion: .files, shownDefault: "as in earlier exports",
        help: "Style sheet to add to all pages, or none")
    var css: PathArgument?

    /// Whether the option `--css` removes the style sheet. In plans of shards, `none` is the end of
    /// an absolute path.
    private static func isNone(_ file: String) -> Bool {
        file.split(separator: "/").last == "none" && !FileSystem.exists(file)
    }

    /// Whether the option selects the built-in templates. In plans of shards, their name is the end
    /// of an absolute path.
    private static func isBuiltIn(_ folder: String) -> Bool {
        folder.split(separator: "/").last == builtIn[...] && !FileSystem.isFolder(folder)
    }

    /// Reads the templates and the style sheet of the options; without an option, those that the
    /// output folder records.
    func read(besides record: DestinationRecord) throws(ZigguratError) -> PageTemplates {
        let all: PageTemplates
        if let folder = try templates?.textOrError() {
            all = Self.isBuiltIn(folder) ? .builtIn : try PageTemplates(folder: folder)
        } else {
            all = try record.readFolder()
        }
        guard let file = try css?.textOrError() else { return try record.addStyleSheet(to: all) }
        return Self.isNone(file) ? all : try all.adding(css: file)
    }

    /// Records the templates and the language of a command in the output folder, for later
    /// commands.
    ///
    /// - Parameter language: the language option; `nil` if the command does not have this option.
    func remember(
        _ language: LanguageOption? = nil, in destination: String, syncs: Bool = true
    ) throws(ZigguratError) {
        let folder = try templates?.textOrError()
        let file = try css?.textOrError()
        let isGiven = folder != nil || file != nil || language?.language != nil
        guard isGiven else { return }
        try DestinationRecord.update(in: destination, syncs: syncs) { record in
            if let folder {
                record.templatesFolder = Self.isBuiltIn(folder) ? nil : folder
            }
            if let file { record.styleSheet = Self.isNone(file) ? nil : file }
            if let language { record.language = language.tag(besides: record) }
        }
    }
}
