import FoundationEssentials
internal import ZigguratChecksum

/// The Content-Security-Policy of a page: its own files, and of inline code only what was written
/// with the page. What a stranger manages to put into a title stays text.
enum ContentPolicy {
    /// A page whose scripts are files beside it.
    static func page(style: [UInt8]) -> String {
        policy(scripts: "'self'", style: style)
    }

    /// A page whose one script is inline.
    static func page(style: [UInt8], script: [UInt8]) -> String {
        policy(scripts: hash(of: script), style: style)
    }

    private static func policy(scripts: String, style: [UInt8]) -> String {
        "default-src 'none'; script-src \(scripts); style-src \(hash(of: style)); "
            + "img-src 'self' data:; base-uri 'none'; form-action 'none'"
    }

    private static func hash(of bytes: [UInt8]) -> String {
        "'sha256-\(Data(SHA256.digest(of: bytes).bytes).base64EncodedString())'"
    }
}
