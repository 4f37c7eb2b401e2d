internal import ZigguratSystem

/// What `gallery.html` has placeholders for.
struct GalleryContent: Encodable {
    var policy: String
    var style: String
    var script: String
    var title: String
    var count: String
    var hasEntries: Bool
    var entries: [Card]

    struct Card: Encodable {
        var title: String
        var address: String
        var size: String
        var thumbnail: String?
        var pages: [Page]
        /// Whether a part of the list ends before it. A browser lays out those parts that are near the
        /// window.
        var startsPart: Bool
    }

    /// How many pictures a part of the list has; the last one may have fewer. Rows are full where it
    /// can be divided by their number of columns; `gallery.css` counts on that.
    static let partLength = 60

    struct Page: Encodable {
        var title: String
        var address: String
        /// What the link says to who does not see beside which picture it stands.
        var label: String
    }

    /// A test holds these against what is encoded.
    static let rules = TemplateCheck.Rules(
        names: [
            "title", "count", "hasEntries", "entries", "address", "size", "thumbnail", "pages",
            "label", "startsPart",
        ],
        code: ["policy", "style", "script"],
        needed: [
            (
                #"<meta http-equiv="Content-Security-Policy" content="{{{policy}}}">"#,
                "without which what a stranger wrote about a picture might run"
            ),
            ("{{{style}}}", "without which nothing is where it should be"),
            ("{{{script}}}", "without which nothing is found"),
            (
                #"<meta name="generator" content="Ziggurat">"#,
                "without which it would not be known as a page that may be written over"
            ),
        ])
}
