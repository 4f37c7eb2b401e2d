internal import ZigguratCore
internal import ZigguratSystem

/// The page of a folder that has none of its own: a plain list of what is in it.
enum FolderPage {
    /// Beyond so many names a list helps nobody, and browsers take long over it.
    private static let longestList = 20_000

    /// - Parameters:
    ///   - segments: the folder's path, for the title.
    ///   - names: what is in it; those of folders end with a slash.
    ///   - hasInside: whether a file can be looked into: its row leads there, and to the file.
    static func bytes(
        of segments: [String], names: [String], hasInside: (String) -> Bool
    ) -> [UInt8] {
        let title = escaped("/" + segments.map { $0 + "/" }.joined())
        let rows = (segments.isEmpty ? [] : ["../"]) + names
        let list = rows.prefix(longestList).map { name in
            // Behind `./`: a name with a colon in it is no address of its own.
            let address = name == "../" ? name : "./" + PercentEncoding.path(name)
            guard !name.hasSuffix("/"), hasInside(name) else {
                return "<li><a href=\"\(address)\">\(escaped(name))</a></li>\n"
            }
            return "<li><a href=\"\(address)/\">\(escaped(name))</a> "
                + "(<a href=\"\(address)?file\" download>the file</a>)</li>\n"
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

    /// Text that means nothing but itself in HTML.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
