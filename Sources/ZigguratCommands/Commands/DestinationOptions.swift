internal import CommandLineParsing
internal import ZigguratKit

/// The folder of the exports, their names and their checksums.
struct DestinationOptions: ParameterSet {
    @Option(short: "o", valueName: "DIR", completion: .folders, help: "Output folder")
    var output: PathArgument = "Output"

    @Option(
        valueName: "TEMPLATE",
        help: "Name of each export: text, {stem}, {ext}, {parent}, {number}, {page}")
    var name = "{stem}"

    @OptionGroup var publication: BaseURLOption

    @Flag(help: "Write the SHA-256 of each file to checksums.sha256")
    var checksums: Bool

    @Flag(help: "Write each export as a BagIt 1.0 bag")
    var bag: Bool

    func apply(to options: inout ExportOptions) {
        options.fixity = bag ? .bag : checksums ? .checksums : .none
        // Without slashes at its end.
        options.baseURL = publication.baseURL.map {
            String($0.reversed().drop { $0 == "/" }.reversed())
        }
    }
}
