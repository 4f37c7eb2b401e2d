internal import CommandLineParsing
internal import ZigguratKit

/// Where exports go and what they are called.
struct DestinationOptions: ParameterSet {
    @Option(
        short: "o", valueName: "DIR", completion: .folders, help: "The folder that exports go to.")
    var output: PathArgument = "Output"

    @Option(
        valueName: "TEMPLATE",
        help: "What exports are called: text with {stem}, {ext}, {parent}, {number} and {page}.")
    var name = "{stem}"

    @OptionGroup() var publication: BaseURLOption

    @Flag(help: "Write the SHA-256 of every file into checksums.sha256.")
    var checksums: Bool

    @Flag(help: "Make each export a bag (BagIt 1.0): its files in data, with their SHA-256.")
    var bag: Bool

    var fixity: Fixity { bag ? .bag : checksums ? .checksums : .none }

    var baseURL: String? { publication.baseURL }

    func destination() throws(ZigguratError) -> String { try output.textOrError() }

    func naming() throws(ZigguratError) -> ExportNaming { try ExportNaming(name) }
}
