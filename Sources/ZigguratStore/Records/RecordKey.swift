package import ZigguratCore

/// The meaning of a column in a table, or of a member in an object.
package enum RecordKey: Hashable, Sendable {
    case property(Property)
    /// A field with any other label.
    case field(String)

    package enum Property: String, CaseIterable, Sendable, Codable {
        case file, name, page, label, section, annotations, tour
        case title, description, attribution, creator, date, rights, licence, language, homepage
        case partOf = "part of"
        case order
    }

    private static let otherNames: [String: Property] = [
        "filename": .file, "image": .file, "path": .file, "license": .licence,
        "credit": .attribution,
        "chapter": .section, "lang": .language,
    ]

    private static let properties = Dictionary(
        uniqueKeysWithValues: Property.allCases.map { (plain($0.rawValue), $0) }
    ).merging(otherNames) { first, _ in first }

    /// Returns a name without case, spaces, underscores and hyphens, so that `Part of` equals
    /// `part_of`.
    private static func plain(_ name: String) -> String {
        name.lowercased().filter { !" _-".contains($0) }
    }

    /// Reads a name and its language, as in `title@de`.
    ///
    /// - Throws: ``RecordError/invalidColumn(_:)`` if the name or the language is invalid.
    static func parse(_ text: String) throws(RecordError) -> (key: RecordKey, language: String?) {
        var (name, language) = (text, String?.none)
        if let at = text.lastIndex(of: "@") {
            let tag = String(text[text.index(after: at)...])
            guard isLanguage(tag) else { throw .invalidColumn(text) }
            (name, language) = (String(text[..<at]), tag)
        }
        name = name.trimmed
        guard !name.isEmpty else { throw .invalidColumn(text) }
        let key = properties[plain(name)].map(RecordKey.property) ?? .field(name)
        guard language == nil || key.hasLanguages else { throw .invalidColumn(text) }
        return (key, language)
    }

    /// Whether a text looks like a language tag (BCP 47), such as `de` or `zh-Hant`.
    static func isLanguage(_ tag: String) -> Bool {
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        let isClean = parts.allSatisfy { part in
            (1...8).contains(part.utf8.count)
                && part.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0 | 32) }
        }
        guard isClean, let first = parts.first else { return false }
        return (2...3).contains(first.utf8.count) && first.utf8.allSatisfy { $0 > 57 }
    }

    private var hasLanguages: Bool {
        switch self {
        case .field: true
        case .property(let property): property.text.map { $0 != \.licence } ?? false
        }
    }

    /// Sets a text of a caption. An empty text removes the existing text.
    func set(_ value: String, in caption: inout Caption) {
        let text = value.isEmpty ? nil : value
        switch self {
        case .property(.language): caption.language = text
        case .property(.homepage): caption.homepage = text
        case .property(.partOf): caption.partOf = text
        case .property(.order): caption.order = text.flatMap(Double.init)
        case .property(let property):
            if let path = property.text { caption[keyPath: path] = text }
        case .field(let label):
            let index = caption.fields.firstIndex { $0.label == label }
            if let index, let text {
                caption.fields[index].value = text
            } else if let index {
                caption.fields.remove(at: index)
            } else if let text {
                caption.fields.append(Caption.Field(label, text))
            }
        }
    }

    /// Returns the text of a caption that ``set(_:in:)`` sets.
    ///
    /// - Parameter language: the language of the text; `nil` means the text without a language.
    package func value(in caption: Caption, language: String?) -> String? {
        switch self {
        case .property(.language): caption.language
        case .property(.homepage): caption.homepage
        case .property(.partOf): caption.partOf
        case .property(let property):
            property.text.flatMap { text in
                guard let language else { return caption[keyPath: text] }
                return caption.translations[language]?[keyPath: text]
            }
        case .field(let label):
            caption.fields.first { $0.label == label }.flatMap { field in
                guard let language else { return field.value }
                return field.translations[language]?.value
            }
        }
    }

    /// Sets a text of a caption in a language. An empty text removes the existing text.
    func set(_ value: String, in caption: inout Caption, language: String) {
        switch self {
        case .property(let property):
            guard let path = property.text else { return }
            var translation = caption.translations[language] ?? Caption()
            translation[keyPath: path] = value.isEmpty ? nil : value
            caption.translations[language] = translation == Caption() ? nil : translation
        case .field(let label):
            var index = caption.fields.firstIndex { $0.label == label }
            if index == nil, !value.isEmpty {
                index = caption.fields.count
                caption.fields.append(Caption.Field(label, value))
            }
            guard let index else { return }
            caption.fields[index].translations[language] =
                value.isEmpty ? nil : Caption.Field(label, value)
        }
    }
}

extension RecordKey.Property {
    /// The caption's text that the property sets; `nil` for properties without such a text.
    fileprivate var text: WritableKeyPath<Caption, String?>? {
        switch self {
        case .title: \.title
        case .description: \.description
        case .attribution: \.attribution
        case .creator: \.creator
        case .date: \.date
        case .rights: \.rights
        case .licence: \.licence
        case .file, .name, .page, .label, .section, .annotations, .tour, .language, .homepage,
            .partOf, .order:
            nil
        }
    }
}

extension StringProtocol {
    /// The text without white space at both ends.
    package var trimmed: String {
        let start = drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}

/// Encodes a key as `{"property": "title"}` or `{"field": "Shelf"}`, because a label can equal the
/// name of a property.
extension RecordKey: Codable {
    private enum CodingKeys: CodingKey {
        case property, field
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        if let property = try members.decodeIfPresent(Property.self, forKey: .property) {
            self = .property(property)
        } else {
            self = .field(try members.decode(String.self, forKey: .field))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .property(let property): try members.encode(property, forKey: .property)
        case .field(let label): try members.encode(label, forKey: .field)
        }
    }
}
