/// The text of a piece of HTML: pages show text and never run code from annotations.
enum PlainText {
    private static let entities = [
        "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "#39": "'", "nbsp": " ", "amp": "&",
    ]

    static func of(html: String) -> String {
        var words = ""
        var rest = html[...]
        while let start = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
            words += rest[..<start]
            rest = rest[start...]
            let end = rest.firstIndex(of: rest.first == "<" ? ">" : ";")
            guard let end else { break }
            let inside = rest[rest.index(after: start)..<end]
            if rest.first == "&" {
                words += entities[String(inside)] ?? "&\(inside);"
            } else if ["br", "/p", "/div", "/li"].contains(inside.lowercased().prefix { $0 != " " })
            {
                words += "\n"
            }
            rest = rest[rest.index(after: end)...]
        }
        words += rest
        return words.split(separator: "\n").joined(separator: "\n")
    }
}
