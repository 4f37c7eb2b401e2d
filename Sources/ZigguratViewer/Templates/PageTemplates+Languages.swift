internal import ZigguratCore
internal import ZigguratSystem

extension PageTemplates {
    /// The languages of pages, except English.
    package var languageTags: [String] {
        languages.keys.filter { $0 != PageLanguage.english }.sorted()
    }

    /// Whether a text has the form of a language tag (RFC 5646).
    public static func isLanguage(_ text: String) -> Bool { LanguageFile.isTag(text) }

    /// Whether there are texts in a language.
    package func hasLanguage(_ tag: String) -> Bool {
        tag == PageLanguage.english || languages[tag] != nil
    }

    /// The texts of a language.
    func language(_ tag: String) throws(ZigguratError) -> PageLanguage {
        if tag == PageLanguage.english { return english }
        guard let language = languages[tag] else {
            throw ZigguratError(
                TemplateFailure.unknownLanguage(
                    tag, known: [PageLanguage.english] + languageTags))
        }
        return language
    }

    /// The scripts with the texts of languages, relative to a bundle.
    ///
    /// - Parameter tag: `nil` for all languages. English has none.
    func languageFiles(_ tag: String? = nil) throws(ZigguratError) -> [BundleFile] {
        let tags = tag.map { $0 == PageLanguage.english ? [] : [$0] } ?? languageTags
        return try tags.map { tag throws(ZigguratError) in
            BundleFile(
                path: "\(SharedScripts.folder)\(LanguageFile.folder)\(tag).js",
                bytes: try language(tag).script())
        }
    }

    /// The script at the start of a page: its parts, with the English texts after the first ones.
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
