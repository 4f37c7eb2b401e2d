internal import ZigguratCore
internal import ZigguratStore
internal import ZigguratSystem
internal import ZigguratViewer

/// Verifies a bundle's page: every file of the bundle that the page loads must exist.
struct PageCheck {
    package let files: any BundleFiles

    private static let page = "index.html"
    private static let scripts = "viewer/"

    /// The page and the files that it loads from the bundle; empty if the page is missing.
    var paths: [String] {
        guard let bytes = try? files.contents(of: Self.page) else { return [] }
        return [Self.page] + Self.references(in: bytes)
    }

    /// Whether a file of a bundle contains the page's texts in a language. `describe --language`
    /// keeps the file of the page's former language.
    static func isLanguage(_ path: String) -> Bool {
        path.hasPrefix("viewer/languages/") && path.hasSuffix(".js")
    }

    /// Whether a file of a bundle may be a script of the bundle's page.
    static func isScript(_ path: String) -> Bool {
        path.hasPrefix(scripts) || path == PageWriter.worker
    }

    /// - Parameter isExpected: whether the bundle must have a page.
    func run(_ run: VerificationRun, isExpected: Bool) {
        let paths = paths
        guard !paths.isEmpty || isExpected else { return }
        for path in paths.isEmpty ? [Self.page] : paths where files.byteCount(of: path) ?? 0 == 0 {
            run.found(
                files.hasFile(path) ? .empty(.pageFile) : .missing(.pageFile),
                at: files.place(of: path))
        }
    }

    /// Returns the distinct paths in the page that lead into a folder `viewer/` or to the worker
    /// script. The folder belongs to the bundle or to the destination.
    private static func references(in page: [UInt8]) -> [String] {
        var found: [String] = []
        let (quote, space) = (UInt8(ascii: "\""), UInt8(ascii: " "))
        for piece in page.split(whereSeparator: { $0 == quote || $0 == space }) {
            // The path of a language file follows the language and an equals sign.
            let start = piece.firstIndex(of: UInt8(ascii: "=")).map { $0 + 1 } ?? piece.startIndex
            let path = String(decoding: piece[start...], as: UTF8.self)
            var rest = path[...]
            while rest.hasPrefix("../") { rest.removeFirst(3) }
            guard rest.hasPrefix(scripts) && rest.count > scripts.count || path == PageWriter.worker
            else { continue }
            if !found.contains(path) { found.append(path) }
        }
        return found
    }
}

/// Verifies that a document is well formed. The file extension determines its type.
enum DocumentCheck {
    /// Returns the fault of a document, without a subject; returns `nil` if the document has no
    /// fault or its type is unknown.
    static func flaw(of bytes: [UInt8], at path: String) -> ZigguratError? {
        if path.hasSuffix(".json") {
            return JSONValue(parsing: bytes) == nil
                ? ZigguratError(VerificationError.invalidJSON) : nil
        }
        guard [".dzi", ".xml", ".plist"].contains(where: { path.hasSuffix($0) }) else { return nil }
        do throws(XMLError) {
            _ = try XMLDocument(bytes)
            return nil
        } catch {
            return ZigguratError(VerificationError.invalidXML, cause: error.cause)
        }
    }
}
