/// The comments in the built-in scripts, which describe types and are a third of their size.
enum ScriptComments {
    /// Removes lines that contain only a comment, and empty lines. The scripts have no text of
    /// several lines, so such a line is not part of one.
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
                lines.append(line)
            }
        }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }
}
