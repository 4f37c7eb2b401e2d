internal import FoundationEssentials

enum Base64 {
    /// - Returns: `nil` if the text is not Base64.
    static func decoded(_ text: some Sequence<UInt8>) -> [UInt8]? {
        Data(base64Encoded: Data(text)).map { Array($0) }
    }
}
