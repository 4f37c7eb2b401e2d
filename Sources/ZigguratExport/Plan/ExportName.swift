internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratSystem

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

    // Slashes and dots are compared as bytes, as the system does: with a combining mark they are
    // other characters.

    /// The name of the temporary file and of its folder that hold the image on standard input.
    package static let standardInput = "stdin"

    /// Whether a path is that of the temporary file.
    package static func isStandardInput(_ path: String) -> Bool {
        path.hasPrefix("\(SourceImage.temporaryFolder)/ziggurat-")
            && path.hasSuffix("/\(standardInput)/\(standardInput)")
    }

    /// The name of a file without its folder.
    package static func file(of path: String) -> String {
        folders(path).last ?? path
    }

    /// The name of a file without folder and extension.
    package static func stem(of path: String) -> String {
        let name = file(of: path)
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
            return name
        }
        return String(name[..<dot])
    }

    /// The extension of a file, without the dot.
    package static func ending(of path: String) -> String {
        let name = file(of: path)
        let behindStem = name.utf8.dropFirst(stem(of: path).utf8.count + 1)
        return String(name[behindStem.startIndex...])
    }

    /// The name of the folder of a file; empty if the path has none.
    package static func parent(of path: String) -> String {
        folders(path).dropLast().last ?? ""
    }

    private static func folders(_ path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).map {
            String(path[$0.startIndex..<$0.endIndex])
        }
    }

    /// The name that a template gives to something that has a name; without a template, that name.
    ///
    /// - Throws: ``ExportBatch/Naming/Failure``.
    static func expanded(_ template: String?, for name: String) throws(ZigguratError) -> String {
        guard let template else { return name }
        // Behind the dot begins the extension, which names do not have.
        return try ExportBatch.Naming(template).name(of: "\(name).", number: 1)
    }

    static func check(_ name: String, source: String) throws(ZigguratError) {
        if let failure = failure(of: name) { throw ZigguratError(failure, source) }
    }

    static func isUsable(_ name: String) -> Bool { failure(of: name) == nil }

    /// The folders around an export of a name, the outermost first: `a`, `a/b` for `a/b/photo`.
    static func parents(of name: String) -> [String] {
        name.utf8.indices.filter { name.utf8[$0] == UInt8(ascii: "/") }.map {
            String(name[..<$0])
        }
    }

    private static func failure(of name: String) -> ExportBatch.Naming.Failure? {
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
