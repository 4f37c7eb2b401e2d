internal import CommandLineParsing

/// `--base-url`, for the commands that write documents with addresses.
struct BaseURLOption: ParameterSet {
    @Option(
        .matching("an address that begins with https:// or http://") {
            $0.hasPrefix("https://") || $0.hasPrefix("http://")
        },
        valueName: "URL", help: "Public address of the destination, for IIIF documents")
    var baseURL: String?
}
