internal import ZigguratCore

/// Language maps of Presentation 3, section 4.1.
enum IIIFText {
    /// Returns a language map of one text.
    static func map(_ text: String, in language: String = "none") -> JSONValue {
        [language: [.string(text)]]
    }

    /// Returns a language map of several texts; the empty string stands for an unknown language.
    static func map(_ texts: [String: String]) -> JSONValue {
        var map: [String: JSONValue] = [:]
        for (language, text) in texts {
            map[language.isEmpty ? "none" : language] = [.string(text)]
        }
        return .object(map)
    }

    /// Returns a text of a caption in all its languages; `nil` if the caption does not have the
    /// text.
    static func map(_ caption: Caption, _ text: KeyPath<Caption, String?>) -> JSONValue? {
        let texts = caption.texts(text)
        return texts.isEmpty ? nil : map(texts)
    }

    /// Returns a label and a value; `nil` without a value.
    static func statement(
        _ label: String, _ caption: Caption, _ text: KeyPath<Caption, String?>
    ) -> JSONValue? {
        map(caption, text).map { ["label": map(label, in: "en"), "value": $0] }
    }

    static func statement(_ label: String, _ value: String?) -> JSONValue? {
        value.map { ["label": map(label, in: "en"), "value": map($0)] }
    }
}

/// The texts of a caption for a manifest: label, summary, rights, statements and homepage.
///
/// Source: IIIF Presentation API 3.0, section 3.1.
struct IIIFCaption {
    let caption: Caption
    /// The label if the caption has no title.
    package let name: String

    var label: JSONValue { IIIFText.map(caption, \.title) ?? IIIFText.map(name) }

    /// Returns the members of a manifest or a canvas.
    ///
    /// - Parameter page: the address of the image's page; `nil` if it has none.
    func members(page: String?) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        members["label"] = label
        let metadata = self.metadata
        if !metadata.isEmpty { members["metadata"] = .array(metadata) }
        members["summary"] = IIIFText.map(caption, \.description)
        members["requiredStatement"] = IIIFText.statement("Attribution", caption, \.attribution)
        members["rights"] = IIIFRights.uri(of: caption).map(JSONValue.string)
        if let address = caption.homepage.flatMap(WebAddress.of) ?? page {
            members["homepage"] = [
                [
                    "id": .string(address), "type": "Text", "format": "text/html",
                    "label": label,
                ]
            ]
        }
        if let partOf = caption.partOf.flatMap(WebAddress.of) {
            members["partOf"] = [["id": .string(partOf), "type": "Collection"]]
        }
        return members
    }

    /// The statements, with the rights and the licence if `rights` cannot hold their address.
    private var metadata: [JSONValue] {
        let rights = IIIFRights.uri(of: caption)
        let isNamed = caption.rights.flatMap { IIIFRights.uri($0) } == rights && rights != nil
        let statements = [
            IIIFText.statement("Creator", caption, \.creator),
            IIIFText.statement("Date", caption, \.date),
            isNamed ? nil : IIIFText.statement("Rights", caption, \.rights),
            caption.licence.flatMap { IIIFRights.uri($0) } == nil
                ? IIIFText.statement("Licence", caption.licence) : nil,
            caption.partOf.flatMap { WebAddress.of($0) == nil ? $0 : nil }.flatMap {
                IIIFText.statement("Part of", $0)
            },
        ].compactMap(\.self)
        return statements
            + caption.fields.map { field in
                [
                    "label": IIIFText.map(field.texts(\.label, language: caption.language)),
                    "value": IIIFText.map(field.texts(\.value, language: caption.language)),
                ]
            }
    }
}

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
