import FoundationEssentials
internal import ZigguratSystem

/// The Content-Security-Policy of a page: its own files, and of inline code only what was written
/// with the page. What a stranger manages to put into a title stays text.
enum ContentPolicy {
    /// - Parameters:
    ///   - scripts: those that stand in the page.
    ///   - hasFiles: whether there are others, which are files of the same origin.
    static func page(style: [UInt8], scripts: [[UInt8]], hasFiles: Bool = false) -> String {
        let sources = (hasFiles ? ["'self'"] : []) + scripts.map(hash)
        return "default-src 'none'; script-src \(sources.joined(separator: " ")); "
            + "style-src \(hash(of: style)); img-src 'self' data:; base-uri 'none'; "
            + "form-action 'none'"
    }

    private static func hash(of bytes: [UInt8]) -> String {
        "'sha256-\(Data(SHA256.digest(of: bytes).bytes).base64EncodedString())'"
    }
}
