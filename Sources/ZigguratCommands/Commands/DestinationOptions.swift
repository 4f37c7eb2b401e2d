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

    @Option(
        valueName: "URL",
        help: "The address at which the destination will be published; IIIF documents name it.")
    var baseURL: String?

    @Flag(help: "Write the SHA-256 of every file into checksums.sha256.")
    var checksums: Bool

    @Flag(help: "Make each export a bag (BagIt 1.0): its files in data, with their SHA-256.")
    var bag: Bool

    var declared: DeclaredProperties {
        [
            "output": _output, "name": _name, "baseURL": _baseURL, "checksums": _checksums,
            "bag": _bag,
        ]
    }

    var fixity: Fixity { bag ? .bag : checksums ? .checksums : .none }

    func validate() throws(CommandLineError) {
        try BaseURL.check(baseURL)
    }

    func destination() throws(ZigguratError) -> String { try output.textOrError() }

    func naming() throws(ZigguratError) -> ExportNaming { try ExportNaming(name) }
}
