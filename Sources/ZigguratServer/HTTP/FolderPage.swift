internal import ZigguratCore

/// The page of a folder without `index.html`: a list of the folder's files.
enum FolderPage {
    /// The longest list. Browsers need long to show longer lists.
    private static let longestList = 20_000

    /// - Parameters:
    ///   - segments: the folder's path, for the title.
    ///   - names: the names of files and folders; a folder's name ends with a slash.
    ///   - isContainer: whether a file is a container. The row of a container links to its contents
    ///     and to its file.
    static func bytes(
        of segments: [String], names: [String], isContainer: (String) -> Bool
    ) -> [UInt8] {
        let title = escaped("/" + segments.map { $0 + "/" }.joined())
        let rows = (segments.isEmpty ? [] : ["../"]) + names
        let list = rows.prefix(longestList).map { name in
            // `./` is a prefix, because a name with a colon would be an address with a scheme.
            let address = name == "../" ? name : "./" + PercentEncoding.path(name)
            guard !name.hasSuffix("/"), isContainer(name) else {
                return "<li><a href=\"\(address)\">\(escaped(name))</a></li>\n"
            }
            return "<li><a href=\"\(address)/\">\(escaped(name))</a> "
                + "(<a href=\"\(address)?file\" download>download</a>)</li>\n"
        }
        let rest = rows.count - list.count
        let more = rest > 0 ? "<li>and \(rest) more</li>\n" : ""
        let page = """
            <!DOCTYPE html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <meta name="color-scheme" content="light dark">
            <title>\(title)</title>
            <h1>\(title)</h1>
            <ul>
            \(list.joined())\(more)</ul>
            </html>

            """
        return Array(page.utf8)
    }

    /// HTML's special characters and their escapes.
    private static let escapes: [Unicode.Scalar: String] = [
        "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;",
    ]

    static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
    }
}
