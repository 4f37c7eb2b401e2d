internal import CommandLineParsing
internal import ZigguratKit

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
