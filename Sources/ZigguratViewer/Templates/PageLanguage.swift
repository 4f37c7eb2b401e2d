internal import ZigguratCore
internal import ZigguratSystem

/// The texts of pages in one language, by their English texts. `text.js` has the corresponding
/// functions for scripts.
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
        /// A file size in bytes.
        case bytes(Int)
    }

    static let english = "en"

    /// The built-in languages.
    static let builtIn: [String: PageLanguage] = {
        var all: [String: PageLanguage] = [:]
        for asset in Asset.templates {
            guard let tag = LanguageFile.tag(of: asset.name) else { continue }
            let json = JSONValue(parsing: asset.bytes)?.object ?? [:]
            all[tag] = PageLanguage(tag: tag, texts: json.compactMapValues(Form.init))
        }
        return all
    }()

    /// Languages with a right-to-left script (Unicode Script_Extensions).
    private static let rightToLeft = ["ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"]

    /// The text direction as in HTML: `ltr` or `rtl`.
    var direction: String {
        Self.rightToLeft.contains(String(tag.prefix { $0 != "-" })) ? "rtl" : "ltr"
    }

    /// Returns the text with values in place of its placeholders.
    ///
    /// - Parameter values: the values; `count` selects the plural form.
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

    /// Returns the script that passes the texts to `text.js`. Texts of servers are not included.
    func script() throws(ZigguratError) -> [UInt8] {
        let used = texts.filter { !ServerText.own.contains($0.key) }
        let json = try JSONValue.object(used.mapValues(\.json)).scriptText()
        return Array("zigguratLanguage.add(\"\(tag)\",\"\(direction)\",\(json));\n".utf8)
    }
}

extension PageLanguage.Form {
    /// Reads a form; `nil` if the value is neither a text nor an object of texts.
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
    /// The value in the form that `text.js` reads.
    var json: JSONValue {
        switch self {
        case .text(let text): .string(text)
        case .number(let number), .bytes(let number): .integer(number)
        }
    }
}
