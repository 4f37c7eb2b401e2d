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
        return [Self.page] + Self.references(in: String(decoding: bytes, as: UTF8.self))
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
    private static func references(in page: String) -> [String] {
        var found: [String] = []
        for piece in page.split(separator: "\"").flatMap({ $0.split(separator: " ") }) {
            // The path of a language file follows the language and an equals sign.
            let piece = piece.firstIndex(of: "=").map { piece[piece.index(after: $0)...] } ?? piece
            var rest = piece
            while rest.hasPrefix("../") { rest.removeFirst(3) }
            guard
                rest.hasPrefix(scripts) && rest.count > scripts.count || piece == PageWriter.worker
            else { continue }
            let path = String(piece)
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
