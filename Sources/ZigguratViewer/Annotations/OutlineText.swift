import ZigguratCore

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
