internal import ZigguratSystem

extension ExportName {
    /// The name of the folder of a file, also if the path does not state it.
    static func folderName(of path: String) -> String {
        let name = Path.parentName(of: path)
        guard name.isEmpty || name == "." || name == ".." else { return name }
        let folder = Path.split(path).folder
        return FileSystem.resolved(folder).map { Path.name(of: $0) } ?? name
    }

    /// A text in small letters, with a hyphen for all that is not a letter or a digit. Latin letters
    /// lose their marks; letters of other scripts stay.
    static func slug(_ text: String) -> String {
        var words = [""]
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .nonspacingMark where isLatin(words.last?.unicodeScalars.last): continue
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter,
                .otherLetter, .decimalNumber, .nonspacingMark, .spacingMark:
                words[words.count - 1] += plain(scalar)
            default: if words.last != "" { words.append("") }
            }
        }
        return words.filter { !$0.isEmpty }.joined(separator: "-")
    }

    private static func isLatin(_ scalar: Unicode.Scalar?) -> Bool {
        scalar?.properties.isAlphabetic == true && scalar?.isASCII == true
    }

    /// `é` becomes `e`, `ß` becomes `ss`. The name of a Latin letter in Unicode begins with the letter
    /// itself: LATIN SMALL LETTER E WITH ACUTE.
    private static func plain(_ scalar: Unicode.Scalar) -> String {
        if scalar == "ß" || scalar == "ẞ" { return "ss" }
        let words = (scalar.properties.name ?? "").split(separator: " ")
        guard !scalar.isASCII, words.count > 3, words[0] == "LATIN", words[3].count <= 2,
            words.count == 4 || words[4] == "WITH"
        else { return scalar.properties.lowercaseMapping }
        return words[3].lowercased()
    }
}
