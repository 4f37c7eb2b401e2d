internal import ZigguratCore
internal import ZigguratSystem

/// The outline of an SVG document: its paths, polygons, lines, rectangles, circles and ellipses.
enum SVGOutline {
    private static let mostShapes = 1000

    static func path(in svg: String, _ node: JSONNode) throws(ZigguratError) -> String {
        let document: XMLDocument
        do throws(XMLError) {
            document = try XMLDocument(Array(svg.utf8))
        } catch {
            throw ZigguratError(
                node.error(.invalidSVG).reason, cause: .library("\(error)"))
        }
        let outline = try Drawing(document: document, node: node).outline()
        guard !outline.isEmpty else { throw node.error(.emptySVG) }
        return outline
    }

    private struct Drawing {
        let document: XMLDocument
        /// The SVG text in the file of annotations, for errors.
        let node: JSONNode

        func outline() throws(ZigguratError) -> String {
            guard count("*[@transform]") == 0 else { throw node.error(.transformedSVG) }
            var outline = ""
            for kind in ["path", "polygon", "polyline", "line", "rect", "circle", "ellipse"] {
                let count = count("*[local-name()='\(kind)']")
                guard count <= SVGOutline.mostShapes else {
                    throw node.error(.tooManyShapes(limit: SVGOutline.mostShapes))
                }
                for index in 0..<count {
                    outline += try shape(kind) { name in
                        value(of: "string((//*[local-name()='\(kind)'])[\(index + 1)]/@\(name))")
                    }
                }
            }
            return outline
        }

        private func count(_ nodes: String) -> Int { Int(value(of: "count(//\(nodes))")) ?? 0 }

        /// Returns the value of a valid XPath expression.
        private func value(of expression: String) -> String {
            (try? document.strings(at: expression))?.first ?? ""
        }

        private func shape(
            _ kind: String, attribute: (String) -> String
        ) throws(ZigguratError) -> String {
            func number(_ name: String) throws(ZigguratError) -> Double {
                let text = attribute(name)
                if text.isEmpty { return 0 }
                let digits = text.hasSuffix("px") ? String(text.dropLast(2)) : text
                guard let number = Double(digits), abs(number) < 1e9 else {
                    throw node.error(.invalidLength(text))
                }
                return number
            }
            switch kind {
            case "path":
                let path = attribute("d")
                guard let checked = OutlineText.checked(path) else {
                    throw node.error(.invalidPath(String(path.prefix(40))))
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
                    try points(attribute("points")), closed: kind == "polygon")
            }
        }

        private func points(_ text: String) throws(ZigguratError) -> [Annotation.Point] {
            let numbers = text.split { $0 == "," || $0.isWhitespace }.map { Double($0) }
            let known = numbers.compactMap { $0 }.filter { abs($0) < 1e9 }
            guard known.count == numbers.count, known.count >= 4, known.count.isMultiple(of: 2)
            else { throw node.error(.invalidPoints(String(text.prefix(40)))) }
            return stride(from: 0, to: known.count, by: 2).map {
                Annotation.Point(x: known[$0], y: known[$0 + 1])
            }
        }
    }
}

/// Outlines as SVG path data (SVG 2, section 9.3), in pixels with at most two decimals.
enum OutlineText {
    static func line(_ points: [Annotation.Point], closed: Bool) -> String {
        let text = points.map { "\(number($0.x)) \(number($0.y))" }.joined(separator: "L")
        return "M\(text)\(closed ? "Z" : "")"
    }

    static func rectangle(x: Double, y: Double, width: Double, height: Double) -> String {
        "M\(number(x)) \(number(y))h\(number(width))v\(number(height))h\(number(-width))Z"
    }

    static func ellipse(x: Double, y: Double, across: Double, down: Double) -> String {
        let radii = "\(number(across)) \(number(down))"
        return "M\(number(x - across)) \(number(y))a\(radii) 0 1 0 \(number(2 * across)) 0"
            + "a\(radii) 0 1 0 \(number(-2 * across)) 0Z"
    }

    /// Returns the path data if it contains only commands and numbers; `nil` otherwise.
    static func checked(_ path: String) -> String? {
        let letters = Set("MmLlHhVvCcSsQqTtAaZz")
        let others = Set("0123456789eE+-., \t\r\n")
        let start = path.first { !$0.isWhitespace }
        guard start == "M" || start == "m",
            path.allSatisfy({ letters.contains($0) || others.contains($0) })
        else { return nil }
        return path
    }

    /// Returns a number with at most two decimals; a whole number has no decimals.
    static func number(_ value: Double) -> String {
        let hundredths = (value * 100).rounded()
        if hundredths.truncatingRemainder(dividingBy: 100) == 0 {
            return "\(Int(hundredths / 100))"
        }
        return "\(hundredths / 100)"
    }
}
