internal import ZigguratCore
internal import ZigguratSystem

/// The texts of pages in one language, by the English text. `text.js` has the same functions for
/// scripts.
struct PageLanguage: Sendable {
    /// The language (BCP 47): `de`.
    let tag: String
    let texts: [String: Form]

    /// A translation.
    enum Form: Sendable, Equatable {
        case text(String)
        /// A text for each plural category of `count` (CLDR): `one`, `few`, `other`.
        case plural([String: String])
    }

    /// A value of a placeholder.
    enum Value: Sendable {
        case text(String)
        case number(Int)
        /// The size of a file.
        case bytes(Int)
    }

    static let english = "en"

    /// The languages of the program.
    static let builtIn: [String: PageLanguage] = {
        var all: [String: PageLanguage] = [:]
        for asset in Asset.templates {
            guard let tag = LanguageFile.tag(of: asset.name) else { continue }
            let json = JSONValue(parsing: asset.bytes)?.object ?? [:]
            all[tag] = PageLanguage(tag: tag, texts: json.compactMapValues(Form.init))
        }
        return all
    }()

    /// Scripts whose text runs from right to left (Unicode Script_Extensions of the languages).
    private static let rightToLeft = ["ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"]

    /// `ltr` or `rtl`, as in HTML.
    var direction: String {
        Self.rightToLeft.contains(String(tag.prefix { $0 != "-" })) ? "rtl" : "ltr"
    }

    /// The text for people: its placeholders have the values.
    ///
    /// - Parameter values: `count` chooses the plural form.
    func text(_ source: String, _ values: [String: Value] = [:]) -> String {
        let form: String
        switch texts[source] {
        case nil: form = source
        case .text(let text): form = text
        case .plural(let forms):
            var category = PluralRule.other
            if case .number(let count) = values["count"] {
                category = PluralRule.category(of: count, in: tag)
            }
            form = forms[category] ?? forms[PluralRule.other] ?? source
        }
        let numbers = NumberStyle(of: tag)
        return values.reduce(form) { text, value in
            text.replacing("{\(value.key)}", with: numbers.text(of: value.value))
        }
    }

    /// The script that gives the texts to `text.js`, without those of servers.
    func script() throws(ZigguratError) -> [UInt8] {
        let used = texts.filter { !ServerText.own.contains($0.key) }
        let json = try JSONValue.object(used.mapValues(\.json)).scriptText()
        return Array("zigguratLanguage.add(\"\(tag)\",\"\(direction)\",\(json));\n".utf8)
    }
}

extension PageLanguage.Form {
    /// `nil` if a value is neither a text nor an object of texts.
    init?(_ json: JSONValue) {
        if let text = json.string {
            self = .text(text)
        } else if let forms = json.object {
            let texts = forms.compactMapValues(\.string)
            guard texts.count == forms.count else { return nil }
            self = .plural(texts)
        } else {
            return nil
        }
    }

    /// The texts of all forms.
    var texts: [String] {
        switch self {
        case .text(let text): [text]
        case .plural(let forms): Array(forms.values)
        }
    }

    fileprivate var json: JSONValue {
        switch self {
        case .text(let text): .string(text)
        case .plural(let forms): .object(forms.mapValues(JSONValue.string))
        }
    }
}

extension PageLanguage.Value {
    /// The value for `text.js`.
    var json: JSONValue {
        switch self {
        case .text(let text): .string(text)
        case .number(let number), .bytes(let number): .integer(number)
        }
    }
}
