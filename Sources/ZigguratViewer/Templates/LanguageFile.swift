internal import ZigguratCore
internal import ZigguratSystem

/// A template with the texts of a language: `languages/de.json`.
struct LanguageFile {
    package static let folder = "languages/"
    static let ending = ".json"

    /// Returns the language of a template; `nil` for templates that are not language files.
    static func tag(of name: String) -> String? {
        guard name.hasPrefix(folder), name.hasSuffix(ending) else { return nil }
        let tag = String(name.dropFirst(folder.count).dropLast(ending.count))
        return isTag(tag) ? tag : nil
    }

    /// Whether a text has the form of a language tag: subtags of letters and digits (RFC 5646).
    static func isTag(_ text: String) -> Bool {
        text.wholeMatch(of: /[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*/) != nil
    }

    let tag: String
    let template: Template

    /// Returns the built-in languages with a user's language files added.
    static func languages(
        of own: [String: Template]
    ) throws(ZigguratError) -> [String: PageLanguage] {
        var all = PageLanguage.builtIn
        let files = own.sorted { $0.key < $1.key }.compactMap { name, template in
            tag(of: name).map { LanguageFile(tag: $0, template: template) }
        }
        guard !files.isEmpty else { return all }
        var known = PageText.builtIn.union(PageText.optional)
        for (name, template) in own {
            known.formUnion(
                TemplateTexts.sources(
                    in: String(decoding: template.bytes, as: UTF8.self), name: name))
        }
        for file in files { all[file.tag] = try file.language(known: known) }
        return all
    }

    /// Returns the texts of the file, together with the built-in texts that the file does not
    /// replace.
    ///
    /// - Parameter known: the English texts of all templates.
    /// - Throws: `ZigguratError` for a text that no template has, and for wrong placeholders.
    func language(known: Set<String>) throws(ZigguratError) -> PageLanguage {
        guard let json = JSONValue(parsing: template.bytes)?.object else {
            throw ZigguratError(
                TemplateError.invalidLanguage(.noObject, text: nil), template.place)
        }
        var texts = PageLanguage.builtIn[tag]?.texts ?? [:]
        for (key, value) in json.sorted(by: { $0.key < $1.key }) {
            guard known.contains(key) else { throw error(.unknownText, key) }
            guard let form = PageLanguage.Form(value) else { throw error(.noText, key) }
            if let reason = Self.error(in: form, of: key) { throw self.error(reason, key) }
            texts[key] = form
        }
        return PageLanguage(tag: tag, texts: texts)
    }

    private func error(_ reason: LanguageFileError, _ key: String) -> ZigguratError {
        ZigguratError(TemplateError.invalidLanguage(reason, text: key), template.place)
    }

    static func error(in form: PageLanguage.Form, of key: String) -> LanguageFileError? {
        let expected = placeholders(in: key)
        if case .plural(let forms) = form {
            guard expected.contains("count") else { return .pluralWithoutCount }
            if let name = forms.keys.sorted().first(where: { !PluralRule.categories.contains($0) })
            {
                return .unknownCategory(name)
            }
            guard forms[PluralRule.other] != nil else { return .missingOther }
        }
        for text in form.texts {
            guard !text.isEmpty, !text.contains("{{") else { return .noText }
            var found = placeholders(in: text)
            // A plural form may write the number as a word instead of `{count}`.
            if case .plural = form { found.insert("count") }
            if found != expected { return .placeholders(expected: expected.sorted()) }
        }
        return nil
    }

    /// Returns the names of the placeholders in a text.
    static func placeholders(in text: String) -> Set<String> {
        Set(text.matches(of: /\{([A-Za-z0-9_]+)\}/).map { String($0.output.1) })
    }
}

/// A mistake in a language file.
package enum LanguageFileError: Hashable, Sendable {
    /// The file is not a JSON object.
    case noObject
    /// No template has the English text.
    case unknownText
    /// The translation is empty, or not a text.
    case noText
    case placeholders(expected: [String])
    case pluralWithoutCount
    case unknownCategory(String)
    /// The form `other` is missing.
    case missingOther
}

extension LanguageFileError {
    var words: String {
        switch self {
        case .noObject: "not a JSON object"
        case .unknownText: "unknown text"
        case .noText: "invalid translation"
        case .placeholders: "wrong placeholders"
        case .pluralWithoutCount: "plural forms of a text without {count}"
        case .unknownCategory(let name): "unknown plural form “\(name)”"
        case .missingOther: "the plural form “other” is missing"
        }
    }
}
