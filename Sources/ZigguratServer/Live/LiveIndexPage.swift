internal import ZigguratCore
internal import ZigguratSystem

/// The page that lists the images of a live server.
enum LiveIndexPage {
    /// Browsers need long for longer lists.
    private static let longestList = 20_000

    static func bytes(of names: [String], _ failures: [ZigguratError]) -> [UInt8] {
        let items = names.prefix(longestList).map { name in
            let address = "./" + PercentEncoding.path(name)
            let title = FolderPage.escaped(ReadableTitle.of(name))
            return """
                <li><a href="\(address)/"><img loading="lazy" alt="" \
                src="\(address)/\(LiveResponder.extras)/thumbnail.jpg">\(title)</a></li>

                """
        }
        let rest = names.count - items.count
        let more = rest > 0 ? "<p>and \(rest) more</p>\n" : ""
        let failed = failures.isEmpty ? "" : "<p>Files without an address: \(failures.count)</p>\n"
        let list =
            items.isEmpty ? "<p>The folder has no images.</p>" : "<ul>\n\(items.joined())</ul>"
        return LivePage.document(
            "Images", "<main>\n<h1>Images</h1>\n\(list)\n\(more)\(failed)</main>")
    }
}
