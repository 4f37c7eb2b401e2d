internal import ZigguratSystem

/// A search for mistakes that Mustache accepts.
///
/// Mustache renders an unknown name as empty text. Text that is inserted as HTML may come from a
/// stranger.
struct TemplateCheck {
    private let template: Template
    private let text: String

    static func run(_ templates: PageTemplates) throws(ZigguratError) {
        for (name, rules) in TemplateRules.pages {
            try TemplateCheck(templates.template(name)).checkTags(rules)
        }
        for name in PageTemplates.parts {
            try TemplateCheck(templates.template(name)).checkTags(.part)
        }
        for name in PageTemplates.names {
            try TemplateCheck(templates.template(name)).checkText(isHTML: name.hasSuffix(".html"))
        }
        for (name, template) in templates.own.sorted(by: { $0.key < $1.key })
        where name.hasSuffix(".js") {
            try TemplateCheck(template).checkGlobals()
        }
        for name in [
            "page.css", "book.css", "tour.css", "gallery.css", "compare.css",
            PageTemplates.extraStyle,
        ] {
            try TemplateCheck(templates.template(name)).checkStyle()
        }
    }

    private init(_ template: Template) {
        self.template = template
        text = String(decoding: template.bytes, as: UTF8.self)
    }

    private func checkStyle() throws(ZigguratError) {
        let end = "</style"
        if let place = text.lowercased().firstRange(of: end)?.lowerBound {
            throw error(.endTag(end), at: place)
        }
    }

    private func checkText(isHTML: Bool) throws(ZigguratError) {
        if let place = text.firstIndex(of: "\0") { throw error(.zeroByte, at: place) }
        guard !isHTML else { return }
        let known = TemplateRules.pages.map { $0.1.names.union($0.1.code) }
        for tag in text.matches(of: /\{\{\{?[#^\/&>]?\s*([A-Za-z.]+)\s*\}\}/) {
            let name = String(tag.output.1)
            if known.contains(where: { $0.contains(name) }) {
                throw error(.tagOutsideHTML(name), at: tag.range.lowerBound)
            }
        }
    }

    /// The members of `ziggurat` that built-in scripts declare, by the name in lower case.
    private static let members = Asset.code.values.reduce(into: [String: String]()) { all, code in
        let script = String(decoding: code, as: UTF8.self)
        for match in script.matches(of: /(?m)(?:^|[;}])ziggurat\.(\w+)=/) {
            all[match.output.1.lowercased()] = "ziggurat.\(match.output.1)"
        }
    }

    /// Rejects the globals of earlier versions, such as `zigguratView`, which is now a member.
    private func checkGlobals() throws(ZigguratError) {
        for match in text.matches(of: /\bziggurat([A-Z]\w*)/.wordBoundaryKind(.simple)) {
            if let member = Self.members[match.output.1.lowercased()] {
                throw error(
                    .oldGlobal(String(match.output.0), now: member), at: match.range.lowerBound)
            }
        }
    }

    private func checkTags(_ rules: TemplateRules) throws(ZigguratError) {
        var open: [(name: String, place: String.Index)] = []
        var rest = text[...]
        while let start = rest.firstRange(of: "{{") {
            let place = start.lowerBound
            let isTriple = text[start.upperBound...].hasPrefix("{")
            let inside = text[start.upperBound...].dropFirst(isTriple ? 1 : 0)
            guard let end = inside.firstRange(of: isTriple ? "}}}" : "}}") else {
                throw error(.unclosedTag, at: place)
            }
            rest = text[end.upperBound...]
            let tag = inside[..<end.lowerBound]
            let sigil = isTriple ? "{" : tag.first.flatMap { "#^/&!>=".contains($0) ? $0 : nil }
            guard sigil == "!" || !(tag.contains("{{") || tag.contains(where: \.isNewline)) else {
                throw error(.unclosedTag, at: place)
            }
            let name = (sigil == nil || isTriple ? tag : tag.dropFirst()).trimmingSpaces
            switch sigil {
            case "!": break
            case ">" where PageTemplates.parts.contains(name) && !rules.required.isEmpty: continue
            case ">", "=": throw error(.unsupportedTag, at: place)
            case "#", "^": open.append((name, place))
            case "/":
                guard open.popLast()?.name == name else {
                    throw error(.unopenedSection(name), at: place)
                }
            case "{", "&":
                if rules.names.contains(name) { throw error(.unescapedText(name), at: place) }
            default:
                if rules.code.contains(name) { throw error(.escapedCode(name), at: place) }
            }
            let known = rules.names.union(rules.code)
            if let sigil, "!/".contains(sigil) { continue }
            guard known.contains(name) else {
                throw error(.unknownName(name, known: known.sorted()), at: place)
            }
        }
        if let last = open.last { throw error(.unclosedSection(last.name), at: last.place) }
        for markup in rules.required where !text.contains(markup) {
            throw ZigguratError(TemplateError.missingMarkup(markup), template.place)
        }
    }

    private func error(_ reason: TemplateSyntaxError, at place: String.Index) -> ZigguratError {
        let before = text[..<place]
        return ZigguratError(
            TemplateError.invalid(
                reason, line: before.count { $0.isNewline } + 1,
                column: before.reversed().prefix { !$0.isNewline }.count + 1), template.place)
    }
}

/// The rules for a page's template. Tests compare the names with the names that pages encode.
struct TemplateRules: Sendable {
    /// Names that are inserted as text or open a section. Names of members begin with their object
    /// and a dot.
    let names: Set<String>
    /// Names that are inserted unchanged, for code and settings that Ziggurat generates.
    let code: Set<String>
    let required: [String]

    /// The rules for a part that other templates include.
    static let part = TemplateRules(names: ["isLayers"], code: [], required: [])

    static let page = TemplateRules(
        names: [
            "scripts", "address", "title", "size", "caption.description", "caption.attribution",
            "caption.creator", "caption.date", "caption.licence", "caption.fields", "label",
            "value", "language", "licenceAddress", "licenceName",
            "caption.rights", "rightsAddress", "rightsName", "terms", "termsAddress", "termsName",
            "rightsSource", "licenceSource", "termsSource",
            "caption.rightsName", "caption.licenceName", "isBook", "isLayers", "links", "kind",
            "isBeside",
            "isManifest",
            "isOriginal", "thumbnail", "placeholder", "pageAddress", "canonicalAddress",
            "cardImage", "cardWidth", "cardHeight", "cardKind", "pageLanguage", "direction",
            "isFixed",
            "languages", "sizeText", "sizeValues", "text", "values", "byline",
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
            "title", "counts", "count", "countText", "isLast", "hasEntries", "hasSeveral",
            "entries", "address", "byline", "bylineEnd", "showsExtent", "icon",
            "size", "extent", "thumbnail",
            "pages", "label", "startsPart", "titles", "language", "hasFormats", "thumbnails",
            "pageAddress", "cardImage", "about", "colour", "width",
            "height", "hasCover", "cover.text", "cover.texts", "cover.logo", "cover.link",
            "hasFooter", "cover.footer", "cover.footers", "cover.links", "text", "texts",
            "coverTitles",
            "pageLanguage", "direction",
            "isFixed",
            "languages", "titleText", "countValues", "extentText", "extentValues", "formats",
            "formatsValues",
        ],
        code: ["policy", "style", "start", "script", "structuredData"],
        required: [
            #"<meta http-equiv="Content-Security-Policy" content="{{{policy}}}">"#,
            "{{{style}}}", "<script>{{{start}}}</script>", "{{{script}}}",
            // Ziggurat recognises and replaces its gallery by this line.
            #"<meta name="generator" content="Ziggurat">"#,
        ])

    static let comparison = TemplateRules(
        names: [
            "title", "pageLanguage", "direction", "isFixed", "languages", "description", "isLayers",
            "pictures", "label", "size", "page",
            "attribution", "thumbnail", "icon", "gallery", "scripts", "address", "pageAddress",
            "cardImage", "cardKind", "terms", "termsAddress", "termsName", "termsSource",
        ],
        code: ["policy", "style", "start", "config"],
        required: [
            #"<meta http-equiv="Content-Security-Policy" content="{{{policy}}}">"#,
            "{{{style}}}", "<script>{{{start}}}</script>",
            #"<script type="application/json" id="ziggurat-comparison">{{{config}}}</script>"#,
            "{{#scripts}}",
        ])

    /// The rules of pages, by the name of the template.
    static let pages = [
        ("page.html", page), ("gallery.html", gallery), ("compare.html", comparison),
    ]
}
