internal import ZigguratCore
internal import ZigguratSystem
internal import ZigguratViewer

/// The page that lists the images of a live server.
enum LiveIndexPage {
    /// The longest list. Browsers need long to show longer lists.
    private static let longestList = 20_000

    static func bytes(
        of names: [String], _ failures: [ZigguratError], _ texts: ServerTexts
    ) -> [UInt8] {
        let items = names.prefix(longestList).map { name in
            let address = "./" + PercentEncoding.path(name)
            let title = FolderPage.escaped(ReadableTitle.of(name))
            return """
                <li><a href="\(address)/"><img loading="lazy" alt="" \
                src="\(address)/\(LiveResponder.extras)/thumbnail.jpg"><span dir="auto">\(title)\
                </span></a></li>

                """
        }
        func paragraph(_ text: ServerText, _ numbers: [String: Int] = [:]) -> String {
            "<p>\(FolderPage.escaped(texts.text(text, numbers)))</p>\n"
        }
        let isCut = names.count > items.count
        let rest =
            isCut ? paragraph(.listed, ["number": items.count, "total": names.count]) : ""
        let failed =
            failures.isEmpty ? "" : paragraph(.withoutAddress, ["number": failures.count])
        let list = items.isEmpty ? paragraph(.noImages) : "<ul>\n\(items.joined())</ul>"
        let title = FolderPage.escaped(texts.text(.images))
        return LivePage.document(
            title,
            "\(blanks)\n<main>\n<h1>\(title)</h1>\n\(list)\n\(rest)\(failed)</main>", texts)
    }

    /// A script that replaces a thumbnail that fails to load with an empty frame.
    private static let blanks = """
        <script>
        addEventListener('error', ({ target }) => {
            if (target instanceof HTMLImageElement) {
                target.src = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>';
            }
        }, true);
        </script>
        """
}
