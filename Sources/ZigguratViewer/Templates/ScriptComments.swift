/// Removes the comments and the indentation of the built-in scripts and styles.
enum ScriptComments {
    /// Returns a script without indentation, empty lines and lines that contain only a comment. The
    /// scripts must not contain strings of several lines.
    static func removed(from script: [UInt8]) -> [UInt8] {
        var lines: [Substring] = []
        var isInside = false
        for line in String(decoding: script, as: UTF8.self).split(separator: "\n") {
            let start = line.drop { $0 == " " }
            if isInside {
                isInside = !line.hasSuffix("*/")
            } else if start.hasPrefix("/*"), !start.contains("*/") {
                isInside = true
            } else if !start.isEmpty, !start.hasPrefix("//"),
                !(start.hasPrefix("/*") && start.hasSuffix("*/"))
            {
                lines.append(start)
            }
        }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }
}
