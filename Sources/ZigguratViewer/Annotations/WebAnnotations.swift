import ZigguratCore
internal import ZigguratSystem

/// Web Annotations (W3C Web Annotation Data Model): single ones, pages, and collections that contain
/// their first page. Bodies must be text, or links if their purpose is `linking`; selectors a rectangle (Media Fragments), a shape (SVG) or
/// a point (IIIF).
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
            throw node.mistake(.expectedType("Annotation"))
        }
        let bodies = node.member("body")?.oneOrMany ?? []
        let isLink = node.member("motivation")?.oneOrMany.contains {
            (try? $0.text()) == "linking"
        }
        let links = bodies.filter { $0.firstText("purpose") == "linking" || isLink == true }
            .filter { $0.firstText("value") == nil }
        let link = try links.first.map { body throws(ZigguratError) in try self.link(in: body) }
        var texts = bodies.compactMap(text(of:))
        if let value = node.firstText("bodyValue") { texts.append(value) }
        let own = node.firstText("label") ?? self.label(of: node)
        var label = own ?? texts.first ?? "Note \(count + 1)"
        let line = label.prefix { !$0.isNewline }
        if own == nil, line.count > 80 {
            label = line.prefix(79) + "…"
        } else {
            if own == nil { label = String(line) }
            // The first text begins with the label.
            if let first = texts.first, first.hasPrefix(label) {
                let rest = first.dropFirst(label.count)
                if rest.isEmpty {
                    texts.removeFirst()
                } else if rest.first?.isNewline == true {
                    texts[0] = String(rest.dropFirst())
                }
            }
        }
        let rest = texts.isEmpty ? nil : texts.joined(separator: "\n")
        return try node.required("target").oneOrMany.map { target throws(ZigguratError) in
            var annotation = Annotation(label: label, text: rest, link: link)
            try place(&annotation, at: target)
            return annotation
        }
    }

    /// The first text of a language map, as IIIF has it.
    private static func label(of node: JSONNode) -> String? {
        guard let map = node.member("label"), case .object(let members) = map.value else {
            return nil
        }
        let languages = members.keys.sorted()
        return languages.lazy.compactMap { map.member($0)?.oneOrMany.first }
            .compactMap { try? $0.text() }.first
    }

    /// The address of a body, or the export that its label names if the address has its name.
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
        // A body without a value is an address elsewhere, which the page cannot load.
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
            throw selector.mistake(.unsupportedSelector(type ?? ""))
        }
    }

    /// `xywh=10,20,30,40` or `xywh=pixel:10,20,30,40` (Media Fragments URI 1.0, section 4.2.2).
    private static func place(
        _ annotation: inout Annotation, fragment: String, _ node: JSONNode
    ) throws(ZigguratError) {
        let part = fragment.split(separator: "&").first { $0.hasPrefix("xywh=") }
        guard var value = part?.dropFirst(5) else {
            throw node.mistake(.unsupportedFragment(fragment))
        }
        if value.hasPrefix("pixel:") { value = value.dropFirst(6) }
        let numbers = value.split(separator: ",", omittingEmptySubsequences: false).map {
            Double($0)
        }.filter { $0.map { $0 >= 0 && $0 < 1e9 } ?? false }.compactMap { $0 }
        guard numbers.count == 4, value.split(separator: ",").count == 4 else {
            throw node.mistake(.unsupportedFragment(fragment))
        }
        if numbers[2] <= 1, numbers[3] <= 1 {
            annotation.point = Annotation.Point(x: numbers[0], y: numbers[1])
        } else {
            annotation.path = OutlineText.rectangle(
                x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        }
    }
}
