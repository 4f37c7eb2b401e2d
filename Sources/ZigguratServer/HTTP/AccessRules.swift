/// The rules that decide which web pages may read the server's answers.
///
/// Any website that a user visits can send requests to this machine. The website can read an answer
/// if the answer allows it (Fetch standard, “CORS protocol”). The website can also read an answer
/// if its name resolves to this machine (DNS rebinding). The header `Host` shows this name.
struct AccessRules: Sendable {
    /// Whether only this machine can reach the server, so that the server's names are known.
    private let isLocal: Bool
    /// The website whose pages may read answers; `*` for all websites; `nil` for pages of this
    /// machine only.
    private let allowedOrigin: String?

    /// - Parameter host: the name or address on which the server listens.
    init(host: String, allowedOrigin: String? = nil) {
        isLocal = Self.isLocal(host)
        self.allowedOrigin = allowedOrigin.map {
            $0.utf8.last == UInt8(ascii: "/") ? String($0.dropLast()) : $0
        }
    }

    /// Whether a request names this server. Browsers always send `Host`.
    func accepts(host: String?) -> Bool {
        guard isLocal, let host else { return true }
        return Self.isLocal(Self.name(inAuthority: host))
    }

    /// Returns the headers that let a page read the answer; empty if the page must not read it.
    ///
    /// - Parameter origin: the value of the header `Origin`.
    func headers(origin: String?) -> [(name: String, value: String)] {
        let vary = ("Vary", "Origin")
        guard allowedOrigin != "*" else {
            return [("Access-Control-Allow-Origin", "*"), Self.exposed]
        }
        guard let origin, origin == allowedOrigin || Self.isLocalOrigin(origin) else {
            return [vary]
        }
        return [("Access-Control-Allow-Origin", origin), Self.exposed, vary]
    }

    private static let exposed = (
        "Access-Control-Expose-Headers",
        "Accept-Ranges, Content-Length, Content-Range, ETag, Last-Modified"
    )

    /// Whether an origin belongs to a server on this machine.
    private static func isLocalOrigin(_ origin: String) -> Bool {
        for scheme in ["http://", "https://"] where origin.hasPrefix(scheme) {
            return isLocal(name(inAuthority: String(origin.dropFirst(scheme.count))))
        }
        return false
    }

    /// Returns the host in `name:port` or `[address]:port` (RFC 3986, section 3.2); empty if the
    /// text is invalid.
    ///
    /// The function compares bytes, because every request is checked.
    private static func name(inAuthority text: String) -> String {
        let bytes = Array(text.utf8)
        let isAddress = bytes.first == UInt8(ascii: "[")
        let start = isAddress ? 1 : 0
        let end = bytes.firstIndex(of: UInt8(ascii: isAddress ? "]" : ":"))
        guard let end = end ?? (isAddress ? nil : bytes.count), end > start else { return "" }
        let name = bytes[start..<end]
        let port = bytes[(isAddress ? end + 1 : end)...]
        let isValid = name.allSatisfy { byte in
            isAddress
                ? Self.isHexadecimal(byte) || [UInt8(ascii: ":"), UInt8(ascii: ".")].contains(byte)
                : ![UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "@")].contains(byte)
        }
        let hasPort =
            port.isEmpty
            || port.first == UInt8(ascii: ":")
                && port.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
        return isValid && hasPort ? String(decoding: name, as: UTF8.self) : ""
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        Character(Unicode.Scalar(byte)).isHexDigit && byte < 0x80
    }

    /// Whether a name always refers to this machine: RFC 6761, section 6.3, and RFC 6890, section
    /// 2.2.
    private static func isLocal(_ host: String) -> Bool {
        let name = host.lowercased()
        if name == "localhost" || name.hasSuffix(".localhost") || name == "::1" { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
