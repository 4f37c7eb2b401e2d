/// The addresses that pages and documents link to. Browsers run the text of some other addresses,
/// such as `javascript:`, as a script.
package enum WebAddress {
    /// The required form of an address, for messages: “expected …”.
    package static let expectation = "an address such as https://example.org/maps"

    /// Returns a text that is an http or https address without spaces and control characters;
    /// `nil` for other texts.
    package static func of(_ text: String) -> String? {
        let start = text.prefix(8).lowercased()
        let isWeb = start.hasPrefix("http://") || start.hasPrefix("https://")
        let isClean = text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
        return isWeb && isClean ? text : nil
    }
}
