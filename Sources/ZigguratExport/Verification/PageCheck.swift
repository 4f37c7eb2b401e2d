internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratSystem

/// Checks a bundle's page: every file of the bundle that it names must be there.
struct PageCheck {
    let files: any BundleFiles

    private static let page = "index.html"

    /// The page, and what it loads from the bundle.
    var paths: [String] {
        guard let bytes = try? files.contents(of: Self.page) else { return [] }
        return [Self.page] + Self.references(in: String(decoding: bytes, as: UTF8.self))
    }

    /// - Parameter isExpected: whether there has to be a page.
    func run(_ run: VerificationRun, isExpected: Bool) {
        let found = paths
        guard !found.isEmpty || isExpected else { return }
        for path in found.isEmpty ? [Self.page] : found where files.byteCount(of: path) ?? 0 == 0 {
            run.found(
                .missingFile, files.place(of: path),
                files.hasFile(path)
                    ? "the file is empty, and the page needs it" : "the page's file is missing")
        }
    }

    /// Paths below `viewer/`, its own or that of its destination, that stand in the page, each once.
    private static func references(in page: String) -> [String] {
        let folder = "viewer/"
        var found: [String] = []
        for piece in page.split(separator: "\"") {
            var rest = piece
            while rest.hasPrefix("../") { rest.removeFirst(3) }
            guard rest.hasPrefix(folder), rest.count > folder.count else { continue }
            let path = String(piece)
            if !found.contains(path) { found.append(path) }
        }
        return found
    }
}
