internal import ZigguratCore
internal import ZigguratSystem

/// Web Annotations (W3C Web Annotation Data Model): single annotations, pages, and collections that
/// contain their first page.
///
/// Bodies must be text, or links if their purpose is `linking`. Selectors must be a rectangle
/// (Media Fragments), a shape (SVG) or a point (IIIF).
enum WebAnnotations {
    static func annotations(in root: JSONNode) throws(ZigguratError) -> [Annotation] {
        let nodes: [JSONNode]
        if let items = try? root.items() {
            nodes = items
        } else if try types(of: root).contains("AnnotationCollection") {
            nodes = try root.required("first").required("items").items()
        } else if try types(of: root).contains("AnnotationPage") {
            nodes = try root.required("items").items()
        } else {
            nodes = [root]
        }
        var annotations: [Annotation] = []
        for node in nodes {
            annotations += try self.annotations(of: node, after: annotations.count)
        }
        return annotations
    }

    private static func types(of node: JSONNode) throws(ZigguratError) -> [String] {
        try node.required("type").oneOrMany.map { each throws(ZigguratError) in try each.text() }
    }

    private static func annotations(
        of node: JSONNode, after count: Int
    ) throws(ZigguratError) -> [Annotation] {
        guard try types(of: node).contains("Annotation") else {
            throw node.error(.expectedType("Annotation"))
        }
        let bodies = node.member("body")?.oneOrMany ?? []
        let link = try self.link(of: node, bodies)
        // The texts by language; the empty string stands for an unknown language.
        var texts: [(language: String, texts: [String])] = []
        for body in bodies {
            guard let text = text(of: body) else { continue }
            let language = body.member("language")?.oneOrMany.first.flatMap { try? $0.text() } ?? ""
            if let index = texts.firstIndex(where: { $0.language == language }) {
                texts[index].texts.append(text)
            } else {
                texts.append((language, [text]))
            }
        }
        if let value = node.firstText("bodyValue") { texts.append(("", [value])) }
        let own = texts.first { $0.language.isEmpty } ?? texts.first
        let name = node.firstText("label")
        let note = words(
            of: own?.texts ?? [], label: name ?? label(of: node, in: own?.language),
            else: "Note \(count + 1)")
        return try node.required("target").oneOrMany.map { target throws(ZigguratError) in
            var annotation = Annotation(label: note.label, text: note.text, link: link)
            annotation.language = own.flatMap { $0.language.isEmpty ? nil : $0.language }
            for other in texts where other.language != own?.language {
                annotation.translations[other.language] = words(
                    of: other.texts, label: name ?? label(of: node, in: other.language),
                    else: note.label)
            }
            try place(&annotation, at: target)
            return annotation
        }
    }

    /// Returns the label and the text in one language.
    ///
    /// - Parameters:
    ///   - texts: the bodies. The first body may begin with the label.
    ///   - own: the label; `nil` to take the label from the first body.
    ///   - name: the label if the annotation has neither a label nor texts.
    private static func words(
        of texts: [String], label own: String?, else name: String
    ) -> Annotation.Texts {
        var texts = texts
        var label = own ?? texts.first ?? name
        let line = label.prefix { !$0.isNewline }
        if own == nil, line.count > 80 {
            label = line.prefix(79) + "…"
        } else {
            if own == nil { label = String(line) }
            if let first = texts.first, first.hasPrefix(label) {
                let rest = first.dropFirst(label.count)
                if rest.isEmpty {
                    texts.removeFirst()
                } else if rest.first?.isNewline == true {
                    texts[0] = String(rest.dropFirst())
                }
            }
        }
        return Annotation.Texts(
            label: label, text: texts.isEmpty ? nil : texts.joined(separator: "\n"))
    }

    /// Returns the link of an annotation; `nil` if no body is a link.
    private static func link(
        of node: JSONNode, _ bodies: [JSONNode]
    ) throws(ZigguratError) -> String? {
        let isLink = node.member("motivation")?.oneOrMany.contains {
            (try? $0.text()) == "linking"
        }
        let links = bodies.filter { $0.firstText("purpose") == "linking" || isLink == true }
            .filter { $0.firstText("value") == nil }
        return try links.first.map { body throws(ZigguratError) in try link(in: body) }
    }

    /// Returns the text of a IIIF language map in a language, or in the first language if it is
    /// missing.
    private static func label(of node: JSONNode, in language: String? = nil) -> String? {
        guard let map = node.member("label"), case .object(let members) = map.value else {
            return nil
        }
        let wanted = language.flatMap { $0.isEmpty ? "none" : $0 }
        let languages = members.keys.sorted {
            ($0 != wanted ? 1 : 0, $0) < ($1 != wanted ? 1 : 0, $1)
        }
        return languages.lazy.compactMap { map.member($0)?.oneOrMany.first }
            .compactMap { try? $0.text() }.first
    }

    /// Returns the link of a body: the export that the body's label names if the address contains
    /// the export's name, otherwise the address.
    private static func link(in body: JSONNode) throws(ZigguratError) -> String {
        if body.isString { return try AnnotationLink.link(in: body) }
        let source = body.member("source") ?? body
        let address = source.isString ? source : try source.required("id")
        if let label = label(of: body), let link = AnnotationLink.checked(label),
            let name = link.split(separator: "#").first,
            try address.text().contains("/\(PercentEncoding.path(String(name)))/")
        {
            return link
        }
        return try AnnotationLink.link(in: address)
    }

    private static func text(of body: JSONNode) -> String? {
        // A body without a value refers to an external document, which the page cannot load.
        guard let value = body.firstText("value") else { return nil }
        return body.firstText("format") == "text/html" ? PlainText.of(html: value) : value
    }

    private static func place(
        _ annotation: inout Annotation, at target: JSONNode
    ) throws(ZigguratError) {
        if target.isString {
            let address = try target.text()
            if let fragment = address.firstIndex(of: "#") {
                try place(
                    &annotation, fragment: String(address[address.index(after: fragment)...]),
                    target)
            }
            return
        }
        if let selectors = target.member("selector")?.oneOrMany {
            var first: ZigguratError?
            for selector in selectors {
                do throws(ZigguratError) {
                    return try place(&annotation, selector: selector)
                } catch {
                    first = first ?? error
                }
            }
            if let first { throw first }
        } else if let source = target.member("source") ?? target.member("id") {
            try place(&annotation, at: source.isString ? source : source.required("id"))
        }
    }

    private static func place(
        _ annotation: inout Annotation, selector: JSONNode
    ) throws(ZigguratError) {
        switch selector.firstText("type") {
        case "FragmentSelector":
            let value = try selector.required("value")
            try place(&annotation, fragment: value.text(), value)
        case "SvgSelector":
            let value = try selector.required("value")
            annotation.path = try SVGOutline.path(in: try value.text(), value)
        case "PointSelector":
            annotation.point = Annotation.Point(
                x: try selector.required("x").number(), y: try selector.required("y").number())
        case let type:
            throw selector.error(.unsupportedSelector(type ?? ""))
        }
    }

    /// Reads `xywh=10,20,30,40` or `xywh=pixel:10,20,30,40` (Media Fragments URI 1.0, section
    /// 4.2.2).
    private static func place(
        _ annotation: inout Annotation, fragment: String, _ node: JSONNode
    ) throws(ZigguratError) {
        let part = fragment.split(separator: "&").first { $0.hasPrefix("xywh=") }
        guard var value = part?.dropFirst(5) else {
            throw node.error(.unsupportedFragment(fragment))
        }
        if value.hasPrefix("pixel:") { value = value.dropFirst(6) }
        let numbers = value.split(separator: ",", omittingEmptySubsequences: false).map {
            Double($0)
        }.filter { $0.map { $0 >= 0 && $0 < 1e9 } ?? false }.compactMap { $0 }
        guard numbers.count == 4, value.split(separator: ",").count == 4 else {
            throw node.error(.unsupportedFragment(fragment))
        }
        if numbers[2] <= 1, numbers[3] <= 1 {
            annotation.point = Annotation.Point(x: numbers[0], y: numbers[1])
        } else {
            annotation.path = OutlineText.rectangle(
                x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        }
    }
}

/// The plain text of HTML. Pages show annotations as text and never run their code.
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
