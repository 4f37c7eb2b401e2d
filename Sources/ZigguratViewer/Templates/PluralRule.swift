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
