internal import ZigguratCore
internal import ZigguratSystem

/// The texts of pages in one language, by their English texts. `head/text.js` has the corresponding
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

    /// Returns the script that passes the texts to `head/text.js`. Texts of servers are not included.
    func script() throws(ZigguratError) -> [UInt8] {
        let used = texts.filter { !ServerText.own.contains($0.key) }
        let json = try JSONValue.object(used.mapValues(\.json)).scriptText()
        return Array("ziggurat.language.add(\"\(tag)\",\"\(direction)\",\(json));\n".utf8)
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
    /// The value in the form that `head/text.js` reads.
    var json: JSONValue {
        switch self {
        case .text(let text): .string(text)
        case .number(let number), .bytes(let number): .integer(number)
        }
    }
}

/// The number format of a language (Unicode CLDR 45). In pages with scripts, browsers format
/// numbers again.
struct NumberStyle {
    /// The separator of groups of three digits.
    private let group: String
    private let decimal: String
    /// Whether numbers with four digits have no separator.
    private let leavesFour: Bool
    private let units: [String]

    init(of tag: String) {
        let noBreak = "\u{A0}"
        switch tag.prefix(while: { $0 != "-" }) {
        case "de", "nl", "tr", "da": (group, decimal, leavesFour) = (".", ",", false)
        case "it", "es": (group, decimal, leavesFour) = (".", ",", tag.hasPrefix("es"))
        case "pt" where tag == "pt-PT": (group, decimal, leavesFour) = (noBreak, ",", true)
        case "pt": (group, decimal, leavesFour) = (".", ",", false)
        case "fr": (group, decimal, leavesFour) = ("\u{202F}", ",", false)
        case "pl": (group, decimal, leavesFour) = (noBreak, ",", true)
        case "ru", "uk", "cs", "sk", "sv", "nb", "nn", "fi", "hu", "bg":
            (group, decimal, leavesFour) = (noBreak, ",", false)
        default: (group, decimal, leavesFour) = (",", ".", false)
        }
        units =
            tag.hasPrefix("fr") ? ["octets", "ko", "Mo", "Go"] : ["bytes", "kB", "MB", "GB"]
    }

    func text(of value: PageLanguage.Value) -> String {
        switch value {
        case .text(let text): text
        case .number(let number): text(of: number)
        case .bytes(let count): size(count)
        }
    }

    private func text(of number: Int) -> String {
        leavesFour && number < 10_000 ? String(number) : number.grouped(by: group)
    }

    /// Returns the size of a file, for example `1.2 MB`.
    private func size(_ bytes: Int) -> String {
        for (unit, size) in [(3, 1_000_000_000), (2, 1_000_000), (1, 1000)] where bytes >= size {
            let tenths = (bytes * 10 + size / 2) / size
            let isShort = tenths < 100 && !tenths.isMultiple(of: 10)
            let number = isShort ? "\(tenths / 10)\(decimal)\(tenths % 10)" : text(of: tenths / 10)
            return "\(number) \(units[unit])"
        }
        return "\(bytes) \(units[0])"
    }
}

/// The plural categories of whole numbers (Unicode CLDR 45, cardinal rules).
enum PluralRule {
    static let other = "other"
    static let categories = ["zero", "one", "two", "few", "many", other]

    /// Returns the plural category of a count; `other` in languages whose rules are missing here.
    /// Browsers know the rules of all languages.
    static func category(of count: Int, in tag: String) -> String {
        let (tens, hundreds) = (count % 10, count % 100)
        switch tag.prefix(while: { $0 != "-" }) {
        case "en", "de", "nl", "sv", "da", "nb", "nn", "fi", "et", "el", "hu", "tr", "bg":
            return count == 1 ? "one" : other
        case "es", "it", "ca":
            return count == 1 ? "one" : isMillions(count) ? "many" : other
        case "fr", "pt":
            return count <= 1 ? "one" : isMillions(count) ? "many" : other
        case "pl":
            if count == 1 { return "one" }
            return (2...4).contains(tens) && !(12...14).contains(hundreds) ? "few" : "many"
        case "ru", "uk", "be":
            if tens == 1, hundreds != 11 { return "one" }
            return (2...4).contains(tens) && !(12...14).contains(hundreds) ? "few" : "many"
        case "cs", "sk":
            return count == 1 ? "one" : (2...4).contains(count) ? "few" : other
        case "he":
            return count == 1 ? "one" : count == 2 ? "two" : other
        case "ar":
            switch count {
            case 0: return "zero"
            case 1: return "one"
            case 2: return "two"
            default:
                return (3...10).contains(hundreds)
                    ? "few" : (11...99).contains(hundreds) ? "many" : other
            }
        default:
            return other
        }
    }

    private static func isMillions(_ count: Int) -> Bool {
        count > 0 && count.isMultiple(of: 1_000_000)
    }
}
