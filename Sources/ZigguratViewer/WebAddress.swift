internal import ZigguratSystem

/// An http or https address, which is all that our pages link to outside themselves.
struct WebAddress {
    let text: String

    /// Nil for every other scheme, and for what is no address at all.
    init?(_ text: String) {
        let lowered = text.lowercased()
        guard lowered.hasPrefix("http://") || lowered.hasPrefix("https://"),
            !text.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F })
        else { return nil }
        self.text = text
    }

    /// Whether an address leads to a file beside the page: it has no scheme and no host.
    static func isRelative(_ address: String) -> Bool {
        let first = address.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return !first.contains(":") && !address.hasPrefix("/") && !address.hasPrefix("\\")
    }
}
