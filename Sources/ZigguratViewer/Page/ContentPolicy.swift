import FoundationEssentials
internal import ZigguratSystem

/// The Content-Security-Policy of a page. It allows the page's own files, and inline code with a
/// known checksum. It blocks code that an attacker hides in an image's metadata.
enum ContentPolicy {
    /// - Parameters:
    ///   - scripts: the inline scripts of the page.
    ///   - hasFiles: whether the page loads scripts from its origin.
    ///   - playsSounds: whether the page plays sounds from its origin.
    ///   - readsArchive: whether the page reads its tiles from an archive on its origin.
    ///   - isOffline: whether visitors can keep the page's files.
    static func page(
        style: [UInt8], scripts: [[UInt8]], hasFiles: Bool = false, playsSounds: Bool = false,
        readsArchive: Bool = false, isOffline: Bool = false
    ) -> String {
        let sources = (hasFiles ? ["'self'"] : []) + scripts.map(hash)
        return "default-src 'none'; script-src \(sources.joined(separator: " ")); "
            + "style-src \(hash(of: style)); img-src 'self' data:\(readsArchive ? " blob:" : ""); "
            + (playsSounds ? "media-src 'self'; " : "")
            + (readsArchive || isOffline ? "connect-src 'self'; " : "")
            + "base-uri 'none'; form-action 'none'"
    }

    private static func hash(of bytes: [UInt8]) -> String {
        "'sha256-\(Data(SHA256.digest(of: bytes).bytes).base64EncodedString())'"
    }
}
