internal import ZigguratFormats
internal import ZigguratImaging
package import ZigguratSystem

/// The rules for names of exports: a name becomes a folder, and part of tiles' paths and addresses. A
/// name with slashes stands for a folder in folders of the destination.
package enum ExportName {
    /// Names that a destination or an export uses itself.
    private static let reserved =
        ["index.html", "pictures.js", "sitemap.xml", "viewer"]
        + Formats.standard.collections.map(\.entry)

    /// In bytes: `_files` and the extension of a descriptor must still fit behind it.
    private static let longest = 200

    /// The largest number of folders in a name. It bounds the search for exports in a destination.
    static let mostPieces = 4

    /// The name of the temporary file and of its folder that hold the image on standard input.
    package static let standardInput = "stdin"

    /// Whether a path is that of the temporary file.
    package static func isStandardInput(_ path: String) -> Bool {
        path.hasPrefix("\(SourceImage.temporaryFolder)/ziggurat-")
            && path.hasSuffix("/\(standardInput)/\(standardInput)")
    }

    /// The name that a template gives to something that has a name; without a template, that name.
    ///
    /// - Throws: ``ExportNaming/Failure``.
    package static func expanded(_ template: String?, for name: String) throws(ZigguratError)
        -> String
    {
        guard let template else { return name }
        // Behind the dot begins the extension, which names do not have.
        return try ExportNaming(template).name(of: "\(name).", number: 1)
    }

    package static func check(_ name: String, source: String) throws(ZigguratError) {
        if let failure = failure(of: name) { throw ZigguratError(failure, source) }
    }

    package static func isUsable(_ name: String) -> Bool { failure(of: name) == nil }

    /// The folders around an export of a name, the outermost first: `a`, `a/b` for `a/b/photo`.
    package static func parents(of name: String) -> [String] {
        name.utf8.indices.filter { name.utf8[$0] == UInt8(ascii: "/") }.map {
            String(name[..<$0])
        }
    }

    private static func failure(of name: String) -> ExportNaming.Failure? {
        let pieces = name.utf8.split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return if name.isEmpty {
            .empty
        } else if name.utf8.count > longest {
            .tooLong(name, bytes: name.utf8.count, limit: longest)
        } else if pieces.contains(where: \.isEmpty) {
            .emptyFolder(name)
        } else if pieces.count > mostPieces {
            .tooDeep(name, limit: mostPieces)
        } else if pieces.contains(where: isReserved) {
            .reserved(name)
        } else if name.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 }) {
            .containsControlCharacter
        } else {
            nil
        }
    }

    private static func isReserved(_ piece: Substring.UTF8View) -> Bool {
        piece.first == UInt8(ascii: ".") || reserved.contains { piece.elementsEqual($0.utf8) }
    }
}

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
