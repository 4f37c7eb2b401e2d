package import ZigguratCore

extension Caption {
    /// Returns the caption with its texts in a language. Texts without a translation stay
    /// unchanged.
    ///
    /// - Parameter tag: the language; `nil` to keep the caption unchanged.
    package func texts(in tag: String?) -> Caption {
        guard let tag, language.map({ !LanguageTag.isNear($0, tag) }) ?? true,
            let found = LanguageTag.best(
                tag, among: Set(translations.keys).union(fields.flatMap(\.translations.keys)))
        else { return self }
        var caption = self
        let texts: [WritableKeyPath<Caption, String?>] = [
            \.title, \.description, \.attribution, \.rights, \.licence, \.creator, \.date,
        ]
        for text in texts {
            if let own = translations[found]?[keyPath: text] { caption[keyPath: text] = own }
        }
        caption.fields = fields.map { field in
            guard var own = field.translations[found] else { return field }
            own.translations = field.translations
            return own
        }
        caption.language = found
        return caption
    }
}

extension Annotation {
    /// Returns the annotation with its label and text in a language, if they are translated.
    func texts(in tag: String) -> Annotation {
        guard language.map({ !LanguageTag.isNear($0, tag) }) ?? true,
            let found = LanguageTag.best(tag, among: Set(translations.keys)),
            let texts = translations[found]
        else { return self }
        var annotation = self
        (annotation.label, annotation.text) = (texts.label, texts.text ?? text)
        annotation.language = found
        return annotation
    }
}

/// Comparisons of language tags (BCP 47).
enum LanguageTag {
    /// Whether two tags have the same primary language. Regions and scripts are ignored.
    static func isNear(_ one: String, _ other: String) -> Bool { primary(one) == primary(other) }

    /// Returns the tag that matches a language best; `nil` if no tag has the language.
    static func best(_ wanted: String, among tags: Set<String>) -> String? {
        tags.first { $0.lowercased() == wanted.lowercased() }
            ?? tags.sorted().first { isNear($0, wanted) }
    }

    private static func primary(_ tag: String) -> String {
        tag.prefix { $0 != "-" }.lowercased()
    }
}
