internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratSources
package import ZigguratSystem
internal import ZigguratViewer

/// The rules for names of exports.
///
/// A name becomes a folder, and a part of the paths and addresses of tiles. A name with slashes
/// puts the export into subfolders of the destination.
package enum ExportName {
    /// Names that destinations and exports use for their own files.
    private static let reserved =
        ["index.html", "pictures.js", "sitemap.xml", "viewer"]
        + [
            Manifest.fileName, FileHashes.fileName, StoredBook.fileName,
            StoredComparison.fileName, GalleryCover.file,
        ] + Formats.standard.collections.map(\.entry)

    /// The longest name, in bytes. `_files` and the extension of a descriptor must still fit after
    /// it.
    private static let longest = 200

    /// The largest number of folders in a name, which bounds the search for exports in a
    /// destination.
    static let mostPieces = 4

    /// The name of the temporary file with the image from standard input, and of the file's folder.
    package static let standardInput = "stdin"

    /// Whether a path is the path of the temporary file for standard input.
    package static func isStandardInput(_ path: String) -> Bool {
        path.hasPrefix("\(SourceImage.temporaryFolder)/ziggurat-")
            && path.hasSuffix("/\(standardInput)/\(standardInput)")
    }

    /// Returns the name that a template forms from an existing name. Without a template, returns
    /// the existing name.
    ///
    /// - Throws: ``ExportNamingError`` if a placeholder is unknown.
    package static func expanded(_ template: String?, for name: String) throws(ZigguratError)
        -> String
    {
        guard let template else { return name }
        // The dot ends the stem, because names have no extension.
        return try ExportNaming(template).name(of: "\(name).", number: 1)
    }

    package static func check(_ name: String, source: String) throws(ZigguratError) {
        if let failure = failure(of: name) { throw ZigguratError(failure, source) }
    }

    package static func isUsable(_ name: String) -> Bool { failure(of: name) == nil }

    /// Returns the folders that contain an export, the outermost folder first: `a` and `a/b` for
    /// `a/b/photo`.
    package static func parents(of name: String) -> [String] {
        name.utf8.indices.filter { name.utf8[$0] == UInt8(ascii: "/") }.map {
            String(name[..<$0])
        }
    }

    private static func failure(of name: String) -> ExportNamingError? {
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
    /// Returns the name of the folder that contains a file, even if the path does not state it.
    static func folderName(of path: String) -> String {
        let name = Path.parentName(of: path)
        guard name.isEmpty || name == "." || name == ".." else { return name }
        let folder = Path.split(path).folder
        return FileSystem.resolved(folder).map { Path.name(of: $0) } ?? name
    }

    /// Returns a text in lower case, with hyphens in place of characters that are neither letters
    /// nor digits. Latin letters lose their diacritics; letters of other scripts are kept.
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

    /// Returns a letter without diacritics: `é` becomes `e`, and `ß` becomes `ss`.
    ///
    /// The Unicode name of a Latin letter contains the plain letter: LATIN SMALL LETTER E WITH
    /// ACUTE.
    private static func plain(_ scalar: Unicode.Scalar) -> String {
        if scalar == "ß" || scalar == "ẞ" { return "ss" }
        let words = (scalar.properties.name ?? "").split(separator: " ")
        guard !scalar.isASCII, words.count > 3, words[0] == "LATIN", words[3].count <= 2,
            words.count == 4 || words[4] == "WITH"
        else { return scalar.properties.lowercaseMapping }
        return words[3].lowercased()
    }
}
