internal import ZigguratCore
internal import ZigguratSystem

extension PageTemplates {
    /// The languages of pages other than English.
    package var languageTags: [String] {
        languages.keys.filter { $0 != PageLanguage.english }.sorted()
    }

    /// Whether a text has the form of a language tag (RFC 5646).
    public static func isLanguage(_ text: String) -> Bool { LanguageFile.isTag(text) }

    /// Whether texts in a language exist.
    package func hasLanguage(_ tag: String) -> Bool {
        tag == PageLanguage.english || languages[tag] != nil
    }

    /// Returns the texts of a language.
    func language(_ tag: String) throws(ZigguratError) -> PageLanguage {
        if tag == PageLanguage.english { return english }
        guard let language = languages[tag] else {
            throw ZigguratError(
                TemplateFailure.unknownLanguage(
                    tag, known: [PageLanguage.english] + languageTags))
        }
        return language
    }

    /// Returns the scripts with the texts of languages, relative to a bundle. English needs no
    /// script.
    ///
    /// - Parameter tag: the language; `nil` for all languages.
    func languageFiles(_ tag: String? = nil) throws(ZigguratError) -> [BundleFile] {
        let tags = tag.map { $0 == PageLanguage.english ? [] : [$0] } ?? languageTags
        return try tags.map { tag throws(ZigguratError) in
            BundleFile(
                path: "\(SharedScripts.folder)\(LanguageFile.folder)\(tag).js",
                bytes: try language(tag).script())
        }
    }

    /// Returns the script at the start of a page: the first parts, texts that differ from the
    /// templates' texts, and the last parts.
    func start(
        _ first: [String], _ language: PageLanguage? = nil, then last: [String] = []
    ) throws(ZigguratError) -> [UInt8] {
        var script = first.flatMap(code)
        for texts in [english, language].compactMap(\.self) where !texts.texts.isEmpty {
            script += try texts.script()
        }
        return InlineScript.safe(script + last.flatMap(code))
    }
}
