internal import ZigguratCore

/// The value of `rights` in IIIF documents: the canonical address of a licence of Creative Commons or
/// RightsStatements.org, which begins with `http`.
///
/// Source: IIIF Presentation API 3.0, section 3.1 (rights); IIIF Image API 3.0, section 5.6.
enum IIIFRights {
    /// The folders of the hosts, and their canonical names.
    private static let vocabularies: [(host: String, folder: String, canonical: String)] = [
        ("creativecommons.org", "licenses", "licenses"),
        ("creativecommons.org", "publicdomain", "publicdomain"),
        ("rightsstatements.org", "vocab", "vocab"),
        ("rightsstatements.org", "page", "vocab"),
    ]

    /// The licence of an image, or its rights statement; `nil` if `rights` allows neither.
    static func uri(of caption: Caption) -> String? {
        [caption.licence, caption.rights].lazy.compactMap { $0.flatMap { uri($0) } }.first
    }

    /// The canonical form of an address; `nil` if `rights` does not allow the address.
    ///
    /// `https://creativecommons.org/licenses/by/4.0/deed.de` is
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
