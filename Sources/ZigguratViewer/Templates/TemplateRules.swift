/// What a template of a page may and must contain. Tests compare the names with those that pages encode.
struct TemplateRules: Sendable {
    /// Names that are inserted as text or open a section; members with a dot before them.
    let names: Set<String>
    /// Names that are inserted unchanged: code and settings that no stranger wrote.
    let code: Set<String>
    let required: [String]

    /// A part that other templates include.
    static let part = TemplateRules(names: [], code: [], required: [])

    static let page = TemplateRules(
        names: [
            "scripts", "address", "title", "size", "caption.description", "caption.attribution",
            "caption.creator", "caption.date", "caption.licence", "caption.fields", "label",
            "value", "language", "licenceAddress",
            "caption.rights", "rightsAddress", "links", "kind", "isBeside", "isManifest",
            "isOriginal", "thumbnail", "placeholder", "pageAddress", "canonicalAddress",
            "cardImage", "cardWidth", "cardHeight", "cardKind", "pageLanguage", "direction",
            "isFixed",
            "languages", "sizeText", "sizeValues", "text", "values",
        ],
        code: ["policy", "style", "start", "code", "config", "structuredData"],
        required: [
            #"<meta http-equiv="Content-Security-Policy" content="{{{policy}}}">"#,
            "{{{style}}}", "<script>{{{start}}}</script>",
            #"<script type="application/json" id="ziggurat-config">{{{config}}}</script>"#,
            "{{#scripts}}",
        ])

    static let gallery = TemplateRules(
        names: [
            "title", "counts", "count", "countText", "isLast", "hasEntries", "entries", "address",
            "size", "extent", "thumbnail",
            "pages", "label", "startsPart", "titles", "language", "hasFormats", "thumbnails",
            "pageAddress", "cardImage", "about", "colour", "width",
            "height", "hasCover", "cover.text", "cover.texts", "cover.logo", "coverTitles",
            "pageLanguage", "direction",
            "isFixed",
            "languages", "titleText", "countValues", "extentText", "extentValues", "formats",
            "formatsValues",
        ],
        code: ["policy", "style", "start", "script", "structuredData"],
        required: [
            #"<meta http-equiv="Content-Security-Policy" content="{{{policy}}}">"#,
            "{{{style}}}", "<script>{{{start}}}</script>", "{{{script}}}",
            // By this line the gallery is recognised and replaced.
            #"<meta name="generator" content="Ziggurat">"#,
        ])

    static let comparison = TemplateRules(
        names: [
            "title", "pageLanguage", "direction", "isFixed", "languages", "description", "isLayers",
            "pictures", "label", "size", "page",
            "attribution", "thumbnail", "gallery", "scripts", "address", "pageAddress",
            "cardImage", "cardKind",
        ],
        code: ["policy", "style", "start", "config"],
        required: [
            #"<meta http-equiv="Content-Security-Policy" content="{{{policy}}}">"#,
            "{{{style}}}", "<script>{{{start}}}</script>",
            #"<script type="application/json" id="ziggurat-comparison">{{{config}}}</script>"#,
            "{{#scripts}}",
        ])

    /// The rules of pages by the name of their template.
    static let pages = [
        ("page.html", page), ("gallery.html", gallery), ("compare.html", comparison),
    ]
}
