internal import ZigguratSystem

/// What `page.html` has placeholders for.
struct PageContent: Encodable {
    var policy: String
    var style: String
    /// A script that runs before anything is drawn.
    var start: String
    /// In the order in which they run.
    var scripts: [Script]
    var config: String
    var title: String
    var size: String
    var caption: PageDescription.Caption
    var rightsAddress: String?
    var links: [Link]
    /// A small picture: beside the page, or in it.
    var thumbnail: String?
    var placeholder: String?
    /// Where the page will be found; nil where nobody said.
    var pageAddress: String?
    /// Where the small picture will be found: whole where `pageAddress` is known, and otherwise
    /// relative to the page.
    var cardImage: String?

    /// A file, or code that stands in the page.
    struct Script: Encodable {
        var address: String?
        var code: String?
    }

    struct Link: Encodable {
        var title: String
        var address: String
        /// What it leads to: `layout`, `manifest` or `original`.
        var kind: String?
        var isBeside: Bool
        var isManifest: Bool
        var isOriginal: Bool

        init(_ link: PageDescription.Link) {
            title = link.title
            address = link.address
            kind = link.kind
            isBeside = link.isBeside ?? false
            isManifest = link.kind == "manifest"
            isOriginal = link.kind == "original"
        }
    }

    /// A test holds these against what is encoded.
    static let rules = TemplateCheck.Rules(
        names: [
            "scripts", "address", "title", "size", "caption.description", "caption.attribution",
            "caption.rights", "rightsAddress", "links", "kind", "isBeside", "isManifest",
            "isOriginal",
            "thumbnail", "placeholder", "pageAddress", "cardImage",
        ],
        code: ["policy", "style", "start", "code", "config"],
        needed: [
            (
                #"<meta http-equiv="Content-Security-Policy" content="{{{policy}}}">"#,
                "without which what a stranger wrote about a picture might run"
            ),
            ("{{{style}}}", "without which nothing is where it should be"),
            ("<script>{{{start}}}</script>", "without which no page shows the picture alone"),
            (
                #"<script type="application/json" id="ziggurat-config">{{{config}}}</script>"#,
                "without which the scripts do not know the picture"
            ),
            ("{{#scripts}}", "without which nothing is shown"),
        ])
}
