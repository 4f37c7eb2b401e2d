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
        if let address = caption.homepage ?? page {
            members["homepage"] = [
                [
                    "id": .string(address), "type": "Text", "format": "text/html",
                    "label": label,
                ]
            ]
        }
        if let partOf = caption.partOf, Self.isAddress(partOf) {
            members["partOf"] = [["id": .string(partOf), "type": "Collection"]]
        }
        return members
    }

    /// The statements. They include the rights and the licence if `rights` cannot hold their
    /// address.
    private var metadata: [JSONValue] {
        let rights = IIIFRights.uri(of: caption)
        let isNamed = caption.rights.flatMap { IIIFRights.uri($0) } == rights && rights != nil
        let statements = [
            IIIFText.statement("Creator", caption, \.creator),
            IIIFText.statement("Date", caption, \.date),
            isNamed ? nil : IIIFText.statement("Rights", caption, \.rights),
            caption.licence.flatMap { IIIFRights.uri($0) } == nil
                ? IIIFText.statement("Licence", caption.licence) : nil,
            caption.partOf.flatMap { Self.isAddress($0) ? nil : $0 }.flatMap {
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

    private static func isAddress(_ text: String) -> Bool {
        (text.hasPrefix("https://") || text.hasPrefix("http://"))
            && !text.contains(where: \.isWhitespace)
    }
}
