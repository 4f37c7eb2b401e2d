import ZigguratCore
import ZigguratSystem

/// The outline of an SVG document: its paths, polygons, lines, rectangles, circles and ellipses.
enum SVGOutline {
    private static let mostShapes = 1000

    static func path(in svg: String, _ node: JSONNode) throws(ZigguratError) -> String {
        do {
            let outline = try Drawing(document: XMLDocument(Array(svg.utf8))).outline()
            guard !outline.isEmpty else { throw Mistake(.emptySVG) }
            return outline
        } catch let mistake as Mistake {
            throw node.mistake(mistake.value)
        } catch {
            throw ZigguratError(
                node.mistake(.invalidSVG).reason, cause: .library("\(error)"))
        }
    }

    private struct Mistake: Error {
        let value: AnnotationMistake
        init(_ value: AnnotationMistake) { self.value = value }
    }

    private struct Drawing {
        let document: XMLDocument

        func outline() throws -> String {
            guard try count("*[@transform]") == 0 else { throw Mistake(.transformedSVG) }
            var outline = ""
            for kind in ["path", "polygon", "polyline", "line", "rect", "circle", "ellipse"] {
                let count = try count("*[local-name()='\(kind)']")
                guard count <= SVGOutline.mostShapes else {
                    throw Mistake(.tooManyShapes(limit: SVGOutline.mostShapes))
                }
                for index in 0..<count {
                    outline += try shape(kind) { name in
                        try document.strings(
                            at: "string((//*[local-name()='\(kind)'])[\(index + 1)]/@\(name))"
                        ).first ?? ""
                    }
                }
            }
            return outline
        }

        private func count(_ nodes: String) throws -> Int {
            Int(try document.strings(at: "count(//\(nodes))").first ?? "") ?? 0
        }

        private func shape(
            _ kind: String, attribute: (String) throws -> String
        ) throws -> String {
            func number(_ name: String) throws -> Double {
                let text = try attribute(name)
                if text.isEmpty { return 0 }
                let digits = text.hasSuffix("px") ? String(text.dropLast(2)) : text
                guard let number = Double(digits), abs(number) < 1e9 else {
                    throw Mistake(.invalidLength(text))
                }
                return number
            }
            switch kind {
            case "path":
                let path = try attribute("d")
                guard let checked = OutlineText.checked(path) else {
                    throw Mistake(.invalidPath(String(path.prefix(40))))
                }
                return checked
            case "rect":
                return OutlineText.rectangle(
                    x: try number("x"), y: try number("y"), width: try number("width"),
                    height: try number("height"))
            case "circle":
                let radius = try number("r")
                return OutlineText.ellipse(
                    x: try number("cx"), y: try number("cy"), across: radius, down: radius)
            case "ellipse":
                return OutlineText.ellipse(
                    x: try number("cx"), y: try number("cy"), across: try number("rx"),
                    down: try number("ry"))
            case "line":
                return OutlineText.line(
                    [
                        .init(x: try number("x1"), y: try number("y1")),
                        .init(x: try number("x2"), y: try number("y2")),
                    ], closed: false)
            default:
                return OutlineText.line(
                    try points(try attribute("points")), closed: kind == "polygon")
            }
        }

        private func points(_ text: String) throws -> [Annotation.Point] {
            let numbers = text.split { $0 == "," || $0.isWhitespace }.map { Double($0) }
            let known = numbers.compactMap { $0 }.filter { abs($0) < 1e9 }
            guard known.count == numbers.count, known.count >= 4, known.count.isMultiple(of: 2)
            else { throw Mistake(.invalidPoints(String(text.prefix(40)))) }
            return stride(from: 0, to: known.count, by: 2).map {
                Annotation.Point(x: known[$0], y: known[$0 + 1])
            }
        }
    }
}
