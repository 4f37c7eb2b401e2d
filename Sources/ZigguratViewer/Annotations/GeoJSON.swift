import ZigguratCore
internal import ZigguratSystem

/// GeoJSON (RFC 7946) whose positions are pixels of the image; y grows downwards.
enum GeoJSON {
    static let types: Set<String> = [
        "FeatureCollection", "Feature", "Point", "MultiPoint", "LineString", "MultiLineString",
        "Polygon", "MultiPolygon", "GeometryCollection",
    ]

    static func annotations(in root: JSONNode) throws(ZigguratError) -> [Annotation] {
        switch root.firstText("type") {
        case "FeatureCollection", nil:
            var annotations: [Annotation] = []
            for feature in try root.required("features").items() {
                annotations += try self.annotations(of: feature, after: annotations.count)
            }
            return annotations
        case "Feature": return try annotations(of: root, after: 0)
        default: return try annotations(of: root, Words(label: nil, text: nil), after: 0)
        }
    }

    private struct Words {
        var label: String?
        var text: String?
        var link: String?
        var translations: [String: Annotation.Texts] = [:]

        static let labels = ["title", "name", "label"]
        static let texts = ["description", "text", "note"]

        /// - Parameter number: the annotation's number, for a name if the annotation has no label.
        func annotation(
            _ number: Int, path: String? = nil, point: Annotation.Point? = nil
        ) -> Annotation {
            var annotation = Annotation(
                label: label ?? "Note \(number)", text: text, path: path, point: point, link: link)
            annotation.translations = translations
            return annotation
        }
    }

    private static func annotations(
        of feature: JSONNode, after count: Int
    ) throws(ZigguratError) -> [Annotation] {
        guard try feature.required("type").text() == "Feature" else {
            throw feature.error(.expectedType("Feature"))
        }
        let properties = feature.member("properties")
        var words = Words(
            label: properties?.firstText("title", "name", "label") ?? feature.firstText("id"),
            text: properties?.firstText("description", "text", "note"))
        if let link = properties?.member("link") {
            words.link = try AnnotationLink.link(in: link)
        } else if let address = properties?.member("url") {
            // In files of other programs, the property can have any text. Only a web address
            // contains a colon.
            let link = try? AnnotationLink.link(in: address)
            words.link = link.flatMap { $0.contains(":") ? $0 : nil }
        }
        words.translations = translations(in: properties, besides: words)
        guard let geometry = feature.member("geometry") else {
            return [words.annotation(count + 1)]
        }
        return try annotations(of: geometry, words, after: count)
    }

    /// Returns the texts with a language in their names, such as `title@de`.
    private static func translations(
        in properties: JSONNode?, besides words: Words
    ) -> [String: Annotation.Texts] {
        var found: [String: Words] = [:]
        for (name, value) in properties?.value.object ?? [:] {
            let parts = name.split(separator: "@").map(String.init)
            guard parts.count == 2, LanguageFile.isTag(parts[1]), let text = value.string else {
                continue
            }
            if Words.labels.contains(parts[0]) { found[parts[1], default: Words()].label = text }
            if Words.texts.contains(parts[0]) { found[parts[1], default: Words()].text = text }
        }
        return found.compactMapValues { other in
            (other.label ?? words.label).map {
                Annotation.Texts(label: $0, text: other.text ?? words.text)
            }
        }
    }

    /// Returns one annotation, or one annotation for each point of the geometry.
    private static func annotations(
        of geometry: JSONNode, _ words: Words, after count: Int
    ) throws(ZigguratError) -> [Annotation] {
        let type = try geometry.required("type").text()
        if type == "GeometryCollection" {
            var annotations: [Annotation] = []
            for part in try geometry.required("geometries").items() {
                annotations += try self.annotations(
                    of: part, words, after: count + annotations.count)
            }
            return annotations
        }
        let coordinates = try geometry.required("coordinates")
        let isMulti = type.hasPrefix("Multi")
        let parts = try isMulti ? coordinates.items() : [coordinates]
        func shape(_ outline: (JSONNode) throws(ZigguratError) -> String)
            throws(ZigguratError) -> [Annotation]
        {
            let outlines = try parts.map { part throws(ZigguratError) in try outline(part) }
            return [words.annotation(count + 1, path: outlines.joined())]
        }
        switch isMulti ? String(type.dropFirst(5)) : type {
        case "Point":
            return try parts.map { part throws(ZigguratError) in
                words.annotation(count + 1, point: try position(part))
            }
        case "LineString": return try shape { part throws(ZigguratError) in try line(part) }
        case "Polygon": return try shape(polygon)
        default: throw geometry.error(.unknownGeometry(type))
        }
    }

    private static func position(_ node: JSONNode) throws(ZigguratError) -> Annotation.Point {
        let numbers = try node.items()
        guard numbers.count >= 2 else {
            throw node.error(.tooFewCoordinates)
        }
        return Annotation.Point(x: try numbers[0].number(), y: try numbers[1].number())
    }

    private static func line(_ node: JSONNode, closed: Bool = false) throws(ZigguratError) -> String
    {
        let positions = try node.items().map { item throws(ZigguratError) in try position(item) }
        guard positions.count >= (closed ? 4 : 2) else {
            throw node.error(.tooFewPositions(minimum: closed ? 4 : 2))
        }
        guard !closed || positions.first == positions.last else {
            throw node.error(.openRing)
        }
        return OutlineText.line(closed ? Array(positions.dropLast()) : positions, closed: closed)
    }

    private static func polygon(_ node: JSONNode) throws(ZigguratError) -> String {
        let rings = try node.items()
        guard !rings.isEmpty else { throw node.error(.emptyPolygon) }
        return try rings.map { ring throws(ZigguratError) in try line(ring, closed: true) }.joined()
    }
}
