internal import ZigguratSystem

/// Finds mistakes in templates that Mustache would pass over: a name that nothing has is left blank
/// there, and text that is put in as HTML may be a stranger's.
struct TemplateCheck {
    /// What a page's template may and has to have.
    struct Rules: Sendable {
        /// Names that are put in as text, or open a section; members with a dot before them.
        var names: Set<String>
        /// Names that are put in as they are: code and settings, nothing that a stranger wrote.
        var code: Set<String>
        /// What has to stand in the template as it is, and what for.
        var needed: [(text: String, reason: String)]
    }

    private let template: Template
    private let rules: Rules

    /// Checks the templates of a set.
    ///
    /// Throws a ``ViewerError`` that names the template, the line and the column.
    static func run(_ templates: TemplateSet) throws {
        for (name, rules) in [
            ("page.html", PageContent.rules), ("gallery.html", GalleryContent.rules),
        ] {
            try TemplateCheck(template: templates.template(name), rules: rules).run()
        }
        for (name, end) in [("page.css", "</style"), ("gallery.css", "</style")] {
            let text = templates.text(name)
            if let place = text.lowercased().firstRange(of: end)?.lowerBound {
                throw templates.template(name).fault(
                    text.lowercased(), place, "“\(end)” would end the style in the page")
            }
        }
        for name in TemplateSet.names { try checkText(of: name, in: templates) }
    }

    /// What no kind of template may have: characters that are none, and in styles and scripts tags,
    /// which nobody fills in there.
    private static func checkText(of name: String, in templates: TemplateSet) throws {
        let text = templates.text(name)
        if let place = text.firstIndex(of: "\0") {
            throw templates.template(name).fault(
                text, place, "there is a zero byte, which is no text; take it out")
        }
        guard !name.hasSuffix(".html") else { return }
        let rules = [PageContent.rules, GalleryContent.rules]
        for tag in text.matches(of: /\{\{\{?[#^\/&>]?\s*([A-Za-z.]+)\s*\}\}/)
        where rules.contains(where: {
            $0.names.contains(String(tag.output.1)) || $0.code.contains(String(tag.output.1))
        }) {
            throw templates.template(name).fault(
                text, tag.range.lowerBound,
                "“{{\(tag.output.1)}}” is filled in in the HTML templates alone, and would stay as "
                    + "it is; put it there, or write its value here")
        }
    }

    private func run() throws {
        let text = String(decoding: template.bytes, as: UTF8.self)
        var open: [(name: String, place: String.Index)] = []
        var rest = text[...]
        while let start = rest.firstRange(of: "{{") {
            let place = start.lowerBound
            let isTriple = text[start.upperBound...].hasPrefix("{")
            let inside = text[start.upperBound...].dropFirst(isTriple ? 1 : 0)
            guard let end = inside.firstRange(of: isTriple ? "}}}" : "}}") else {
                throw template.fault(text, place, "“{{” is not closed")
            }
            rest = text[end.upperBound...]
            let tag = inside[..<end.lowerBound]
            let sigil = isTriple ? "{" : tag.first.flatMap { "#^/&!>=".contains($0) ? $0 : nil }
            guard sigil == "!" || !(tag.contains("{{") || tag.contains(where: \.isNewline)) else {
                throw template.fault(text, place, "“{{” is not closed on its line")
            }
            let name = Self.trimmed(sigil == nil || isTriple ? tag : tag.dropFirst())
            switch sigil {
            case "!": continue
            case ">", "=":
                throw template.fault(
                    text, place, "partials and other delimiters are not known here")
            case "/":
                guard let last = open.popLast(), last.name == name else {
                    throw template.fault(
                        text, place, "“{{/\(name)}}” closes no section that is open")
                }
            case "{", "&":
                guard rules.code.contains(name) else {
                    throw template.fault(
                        text, place,
                        rules.names.contains(name)
                            ? "“\(name)” would be put in as HTML, and run; write {{\(name)}}"
                            : unknown(name))
                }
            case "#", "^":
                guard rules.names.contains(name) || rules.code.contains(name) else {
                    throw template.fault(text, place, unknown(name))
                }
                open.append((name, place))
            default:
                guard rules.names.contains(name) else {
                    throw template.fault(
                        text, place,
                        rules.code.contains(name)
                            ? "“\(name)” has to be put in as it is; write {{{\(name)}}}"
                            : unknown(name))
                }
            }
        }
        if let last = open.last {
            throw template.fault(text, last.place, "the section “\(last.name)” is not closed")
        }
        for (needed, reason) in rules.needed where !text.contains(needed) {
            throw ViewerError(
                "the template \(template.name) cannot be used: it lacks \(needed), \(reason)")
        }
    }

    private func unknown(_ name: String) -> String {
        "there is no “\(name)”; there are "
            + rules.names.union(rules.code).sorted().joined(separator: ", ")
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.trimmingPrefix(while: \.isWhitespace).reversed())
            .trimmingPrefix(while: \.isWhitespace).reversed().reduce(into: "") { $0.append($1) }
    }
}

extension Template {
    /// An error at a place in the template's text.
    fileprivate func fault(_ text: String, _ place: String.Index, _ what: String) -> ViewerError {
        let before = text[..<place]
        let line = before.count { $0.isNewline } + 1
        let column = before.reversed().prefix { !$0.isNewline }.count + 1
        return ViewerError(
            "the template \(name) cannot be used: line \(line), column \(column): \(what)")
    }
}
