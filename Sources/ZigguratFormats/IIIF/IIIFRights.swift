internal import ZigguratCore

/// The value of `rights` in IIIF documents: the canonical address of a Creative Commons licence or
/// of a RightsStatements.org statement. Canonical addresses begin with `http:`.
///
/// Source: IIIF Presentation API 3.0, section 3.1 (rights); IIIF Image API 3.0, section 5.6.
enum IIIFRights {
    /// The hosts, the folders of their addresses, and the canonical names of the folders.
    private static let vocabularies: [(host: String, folder: String, canonical: String)] = [
        ("creativecommons.org", "licenses", "licenses"),
        ("creativecommons.org", "publicdomain", "publicdomain"),
        ("rightsstatements.org", "vocab", "vocab"),
        ("rightsstatements.org", "page", "vocab"),
    ]

    /// Returns the address of an image's licence or rights statement; `nil` if `rights` allows
    /// neither.
    static func uri(of caption: Caption) -> String? {
        [caption.licence, caption.rights].lazy.compactMap { $0.flatMap { uri($0) } }.first
    }

    /// Returns the canonical form of an address; `nil` if `rights` does not allow the address.
    ///
    /// For example, `https://creativecommons.org/licenses/by/4.0/deed.de` becomes
    /// `http://creativecommons.org/licenses/by/4.0/`.
    static func uri(_ address: String) -> String? {
        let plain = address.prefix { $0 != "?" && $0 != "#" }
        var parts = plain.split(separator: "/").map(String.init)
        guard parts.count > 3, ["http:", "https:"].contains(parts[0].lowercased()),
            !plain.contains(where: \.isWhitespace)
        else { return nil }
        let host = parts[1].lowercased()
        let name = host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
        guard
            let vocabulary = vocabularies.first(where: { $0.host == name && $0.folder == parts[2] })
        else { return nil }
        if let last = parts.last, last.hasPrefix("deed") || last.hasPrefix("legalcode") {
            parts.removeLast()
        }
        let rest = parts[3...]
        return rest.isEmpty
            ? nil : "http://\(name)/\(vocabulary.canonical)/\(rest.joined(separator: "/"))/"
    }
}
