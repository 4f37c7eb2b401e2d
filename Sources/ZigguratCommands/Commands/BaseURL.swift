/// What may be written behind `--base-url`.
enum BaseURL {
    static func check(_ address: String?) throws(CommandLineError) {
        guard let address else { return }
        guard address.hasPrefix("https://") || address.hasPrefix("http://") else {
            throw CommandLineError(
                "--base-url is an address that begins with https:// or http://, not “\(address)”")
        }
    }
}
