internal import CommandLineParsing
internal import ZigguratKit

/// `--templates`, of the commands that write pages.
struct TemplatesOption: ParameterSet {
    @Option(
        valueName: "DIR", completion: .folders,
        help: "Make pages from the templates in a folder; “ziggurat templates” writes some.")
    var templates: PathArgument?

    /// Those in the folder, or Ziggurat's own.
    func read() throws(ZigguratError) -> PageTemplates {
        guard let templates else { return .builtIn }
        return try PageTemplates(folder: try templates.textOrError())
    }
}
