/// The texts about an image.
public struct Caption: Hashable, Sendable, Codable {
    public var title: String?
    public var description: String?
    public var attribution: String?
    /// A rights statement, or the address of a rights statement.
    public var rights: String?
    /// The address of a licence, or its name.
    public var licence: String?
    public var creator: String?
    /// The date of creation: `2026-11-21`.
    public var date: String?
    /// The language of this caption's texts (BCP 47): `de`; `nil` if unknown.
    public var language: String?
    /// The address of a page about the image.
    public var homepage: String?
    /// The name or the address of the collection that the image belongs to.
    public var partOf: String?
    /// The position in lists of images. Images without a position follow, sorted by name.
    public var order: Double?

    // Manifests omit empty values.
    private var otherFields: [Field]?
    private var otherLanguages: [String: Caption]?

    private enum CodingKeys: String, CodingKey {
        case title, description, attribution, rights, licence, creator, date, language, homepage
        case partOf, order
        case otherFields = "fields"
        case otherLanguages = "translations"
    }

    public init(
        title: String? = nil, description: String? = nil, attribution: String? = nil,
        rights: String? = nil, creator: String? = nil, date: String? = nil
    ) {
        self.title = title
        self.description = description
        self.attribution = attribution
        self.rights = rights
        self.creator = creator
        self.date = date
    }

    /// A label and a value, such as `Technique` and `Oil on canvas`.
    public struct Field: Hashable, Sendable, Codable {
        public var label: String
        public var value: String
        private var others: [String: Field]?

        private enum CodingKeys: String, CodingKey {
            case label, value
            case others = "translations"
        }

        public init(_ label: String, _ value: String, translations: [String: Field] = [:]) {
            self.label = label
            self.value = value
            self.translations = translations
        }

        /// The label and the value in further languages, by language.
        public var translations: [String: Field] {
            get { others ?? [:] }
            set { others = newValue.isEmpty ? nil : newValue }
        }
    }

    /// Further statements about the image.
    public var fields: [Field] {
        get { otherFields ?? [] }
        set { otherFields = newValue.isEmpty ? nil : newValue }
    }

    /// The texts in further languages, by language (BCP 47). If a translation lacks a text, the
    /// text of this caption is used.
    public var translations: [String: Caption] {
        get { otherLanguages ?? [:] }
        set { otherLanguages = newValue.isEmpty ? nil : newValue }
    }

    /// Returns a text by language; the empty string stands for an unknown language.
    package func texts(_ text: KeyPath<Caption, String?>) -> [String: String] {
        var texts = translations.compactMapValues { $0[keyPath: text] }
        if let own = self[keyPath: text], language != nil || !texts.values.contains(own) {
            texts[language ?? ""] = own
        }
        return texts
    }
}

extension Caption.Field {
    /// Returns the label or the value by language; the empty string stands for an unknown language.
    package func texts(_ text: KeyPath<Self, String>, language: String?) -> [String: String] {
        var texts = translations.mapValues { $0[keyPath: text] }
        let own = self[keyPath: text]
        if language != nil || !texts.values.contains(own) { texts[language ?? ""] = own }
        return texts
    }
}

/// The title of an image without a title: its name with spaces.
package enum ReadableTitle {
    /// Returns `Wine by Jakkub Mede` for `Wine_by_Jakkub_Mede`. A name that contains spaces is
    /// unchanged.
    package static func of(_ name: String) -> String {
        guard !name.contains(" ") else { return name }
        let words = name.split(separator: "_")
        return words.count > 1 ? words.joined(separator: " ") : name
    }
}
