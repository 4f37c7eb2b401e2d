import ZigguratCore
internal import ZigguratSystem

/// GeoJSON (RFC 7946) on the plane of the picture: positions are pixels from its top left corner,
/// x to the right and y downwards.
enum GeoJSON {
    static let types: Set<String> = [
        "FeatureCollection", "Feature", "Point", "MultiPoint", "LineString", "MultiLineString",
        "Polygon", "MultiPolygon", "GeometryCollection",
    ]

    static func annotations(in root: JSONNode) throws(JSONFault) -> [Annotation] {
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
    }

    private static func annotations(
        of feature: JSONNode, after count: Int
    ) throws(JSONFault) -> [Annotation] {
        guard try feature.required("type").text() == "Feature" else {
            throw feature.fault("“type” has to be “Feature”")
        }
        let properties = feature.member("properties")
        let words = Words(
            label: properties?.firstText("title", "name", "label") ?? feature.firstText("id"),
            text: properties?.firstText("description", "text", "note"))
        guard let geometry = feature.member("geometry") else {
            return [Annotation(label: words.label ?? "Note \(count + 1)", text: words.text)]
        }
        return try annotations(of: geometry, words, after: count)
    }

    /// The annotations of a geometry: one, or one for each of its points.
    private static func annotations(
        of geometry: JSONNode, _ words: Words, after count: Int
    ) throws(JSONFault) -> [Annotation] {
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
        let label = words.label ?? "Note \(count + 1)"
        func shape(_ path: String) -> [Annotation] {
            [Annotation(label: label, text: words.text, path: path)]
        }
        switch type {
        case "Point":
            return [Annotation(label: label, text: words.text, point: try position(coordinates))]
        case "MultiPoint":
            return try coordinates.items().map { item throws(JSONFault) in
                Annotation(label: label, text: words.text, point: try position(item))
            }
        case "LineString": return shape(try line(coordinates))
        case "MultiLineString":
            return shape(
                try coordinates.items().map { item throws(JSONFault) in try line(item) }.joined())
        case "Polygon": return shape(try polygon(coordinates))
        case "MultiPolygon":
            return shape(
                try coordinates.items().map { item throws(JSONFault) in try polygon(item) }
                    .joined())
        default:
            throw geometry.fault("“\(type)” is no geometry of GeoJSON")
        }
    }

    private static func position(_ node: JSONNode) throws(JSONFault) -> Annotation.Point {
        let numbers = try node.items()
        guard numbers.count >= 2 else {
            throw node.fault("a position is two numbers, x and y in pixels of the picture")
        }
        return Annotation.Point(x: try numbers[0].number(), y: try numbers[1].number())
    }

    private static func line(_ node: JSONNode, closed: Bool = false) throws(JSONFault) -> String {
        let positions = try node.items().map { item throws(JSONFault) in try position(item) }
        guard positions.count >= (closed ? 4 : 2) else {
            throw node.fault(
                closed
                    ? "a ring has four positions or more, the last the same as the first"
                    : "a line has two positions or more")
        }
        guard !closed || positions.first == positions.last else {
            throw node.fault("the ring is not closed: its last position has to be its first")
        }
        return OutlineText.line(closed ? Array(positions.dropLast()) : positions, closed: closed)
    }

    private static func polygon(_ node: JSONNode) throws(JSONFault) -> String {
        let rings = try node.items()
        guard !rings.isEmpty else { throw node.fault("a polygon has a ring") }
        return try rings.map { ring throws(JSONFault) in try line(ring, closed: true) }.joined()
    }
}
