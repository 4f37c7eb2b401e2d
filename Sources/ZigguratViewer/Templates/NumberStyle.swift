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

extension Int {
    /// The number with a comma between groups of three digits.
    package var grouped: String { grouped(by: ",") }

    fileprivate func grouped(by separator: String) -> String {
        var result = ""
        for (index, digit) in String(self).reversed().enumerated() {
            if index > 0, index.isMultiple(of: 3) { result = separator + result }
            result = String(digit) + result
        }
        return result
    }
}
