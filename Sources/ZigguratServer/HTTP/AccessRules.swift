/// Which web pages may read what the server sends.
///
/// Any website that a user visits can send requests to this machine. It can read the answers only if
/// they allow it (the Fetch standard, “CORS protocol”), or if the website's name leads to this machine
/// (DNS rebinding), which the header `Host` tells.
struct AccessRules: Sendable {
    /// Whether the server listens for this machine only, so that its names are known.
    private let isLocal: Bool
    /// A website whose pages may read answers; `*` for all; `nil` for pages of this machine only.
    private let allowedOrigin: String?

    /// - Parameter host: the name or address that the server listens on.
    init(host: String, allowedOrigin: String? = nil) {
        isLocal = Self.isLocal(host)
        self.allowedOrigin = allowedOrigin.map {
            $0.utf8.last == UInt8(ascii: "/") ? String($0.dropLast()) : $0
        }
    }

    /// Whether a request names this server. Browsers always send the header.
    func accepts(host: String?) -> Bool {
        guard isLocal, let host else { return true }
        return Self.isLocal(Self.name(inAuthority: host))
    }

    /// The headers that let a page read the answer; none if it must not.
    ///
    /// - Parameter origin: the header `Origin`.
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

    /// Whether pages of an origin are those of a server on this machine.
    private static func isLocalOrigin(_ origin: String) -> Bool {
        for scheme in ["http://", "https://"] where origin.hasPrefix(scheme) {
            return isLocal(name(inAuthority: String(origin.dropFirst(scheme.count))))
        }
        return false
    }

    /// The host in `name:port` or `[address]:port`: RFC 3986, section 3.2. Empty if it is invalid.
    ///
    /// Every request is checked, so this compares bytes.
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

    /// Whether a name always leads to this machine: RFC 6761, section 6.3, and RFC 6890, section 2.2.
    private static func isLocal(_ host: String) -> Bool {
        let name = host.lowercased()
        if name == "localhost" || name.hasSuffix(".localhost") || name == "::1" { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
