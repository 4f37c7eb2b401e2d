internal import ZigguratCore

/// What an export may be called: its name becomes a folder, and part of tiles' paths and addresses.
public enum ExportName {
    /// Names that a destination or an export uses itself.
    private static let reserved = ["index.html", "viewer", "."]

    /// The longest name in bytes: `_files` and a descriptor's ending must still fit behind it.
    private static let longest = 200

    /// A file's name without folder and ending.
    public static func stem(of path: String) -> String {
        var name = path.split(separator: "/").last.map(String.init) ?? path
        if let dot = name.lastIndex(of: "."), dot > name.startIndex { name = String(name[..<dot]) }
        return name
    }

    static func check(_ name: String, source: String) throws(ZigguratError) {
        let problem: String? =
            if name.isEmpty {
                "its export would have an empty name"
            } else if name.utf8.count > longest {
                "“\(name.prefix(20))…” is too long for a name, \(name.utf8.count) bytes"
            } else if name.hasPrefix(".") || reserved.contains(name) {
                "an export cannot be called “\(name)”"
            } else if name.contains("/") {
                "the name “\(name)” has a slash in it"
            } else if name.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 }) {
                "its name has control characters in it"
            } else {
                nil
            }
        guard let problem else { return }
        throw ZigguratError(
            .invalidOptions, source, problem, remedy: "choose another name with --name")
    }
}
