/// `--base-url`, of the commands that write documents with addresses in them.
struct BaseURLOption: ParameterSet {
    @Option(
        valueName: "URL",
        help: "The address at which the destination will be published; IIIF documents name it.")
    var baseURL: String?

    var declared: DeclaredProperties { ["base-url": $baseURL] }

    func validate() throws(CommandLineError) {
        guard let baseURL else { return }
        guard baseURL.hasPrefix("https://") || baseURL.hasPrefix("http://") else {
            throw CommandLineError(
                "--base-url is an address that begins with https:// or http://, not “\(baseURL)”")
        }
    }
}
