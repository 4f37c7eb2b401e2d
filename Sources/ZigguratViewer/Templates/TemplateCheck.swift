internal import ZigguratSystem

/// Finds mistakes that Mustache accepts: an unknown name is rendered as nothing, and text that is
/// inserted as HTML may come from a stranger.
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
        for name in ["page.css", "tour.css", "gallery.css", "compare.css"] {
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
            throw mistake(.endTag(end), at: place)
        }
    }

    private func checkText(isHTML: Bool) throws(ZigguratError) {
        if let place = text.firstIndex(of: "\0") { throw mistake(.zeroByte, at: place) }
        guard !isHTML else { return }
        let known = TemplateRules.pages.map { $0.1.names.union($0.1.code) }
        for tag in text.matches(of: /\{\{\{?[#^\/&>]?\s*([A-Za-z.]+)\s*\}\}/) {
            let name = String(tag.output.1)
            if known.contains(where: { $0.contains(name) }) {
                throw mistake(.tagOutsideHTML(name), at: tag.range.lowerBound)
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
                throw mistake(.unclosedTag, at: place)
            }
            rest = text[end.upperBound...]
            let tag = inside[..<end.lowerBound]
            let sigil = isTriple ? "{" : tag.first.flatMap { "#^/&!>=".contains($0) ? $0 : nil }
            guard sigil == "!" || !(tag.contains("{{") || tag.contains(where: \.isNewline)) else {
                throw mistake(.unclosedTag, at: place)
            }
            let name = (sigil == nil || isTriple ? tag : tag.dropFirst()).trimmingSpaces
            switch sigil {
            case "!": break
            case ">" where PageTemplates.parts.contains(name) && !rules.required.isEmpty: continue
            case ">", "=": throw mistake(.unsupportedTag, at: place)
            case "#", "^": open.append((name, place))
            case "/":
                guard open.popLast()?.name == name else {
                    throw mistake(.unopenedSection(name), at: place)
                }
            case "{", "&":
                if rules.names.contains(name) { throw mistake(.unescapedText(name), at: place) }
            default:
                if rules.code.contains(name) { throw mistake(.escapedCode(name), at: place) }
            }
            let known = rules.names.union(rules.code)
            if let sigil, "!/".contains(sigil) { continue }
            guard known.contains(name) else {
                throw mistake(.unknownName(name, known: known.sorted()), at: place)
            }
        }
        if let last = open.last { throw mistake(.unclosedSection(last.name), at: last.place) }
        for markup in rules.required where !text.contains(markup) {
            throw ZigguratError(TemplateFailure.missingMarkup(markup), template.place)
        }
    }

    private func mistake(_ mistake: TemplateMistake, at place: String.Index) -> ZigguratError {
        let before = text[..<place]
        return ZigguratError(
            TemplateFailure.invalid(
                mistake, line: before.count { $0.isNewline } + 1,
                column: before.reversed().prefix { !$0.isNewline }.count + 1), template.place)
    }
}
