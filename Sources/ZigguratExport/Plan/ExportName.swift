internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratSystem

/// What an export may be called: its name becomes a folder, and part of tiles' paths and addresses.
public enum ExportName {
    /// Names that a destination or an export uses itself.
    private static let reserved =
        ["index.html", "pictures.js", "viewer"] + CollectionRegistry.written.map(\.entry)

    /// The longest name in bytes: `_files` and a descriptor's ending must still fit behind it.
    private static let longest = 200

    // Slashes and dots are looked for as bytes, as the system does: followed by a combining mark
    // they are no characters of their own.

    /// A file's name without its folder.
    public static func file(of path: String) -> String {
        folders(path).last ?? path
    }

    /// A file's name without folder and ending.
    public static func stem(of path: String) -> String {
        let name = file(of: path)
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
            return name
        }
        return String(name[..<dot])
    }

    /// The ending of a file's name, without the dot.
    public static func ending(of path: String) -> String {
        let name = file(of: path)
        let behindStem = name.utf8.dropFirst(stem(of: path).utf8.count + 1)
        return String(name[behindStem.startIndex...])
    }

    /// The name of the folder that a file lies in, as far as its path says.
    public static func parent(of path: String) -> String {
        folders(path).dropLast().last ?? ""
    }

    private static func folders(_ path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).map {
            String(path[$0.startIndex..<$0.endIndex])
        }
    }

    static func isUsable(_ name: String) -> Bool { problem(with: name) == nil }

    static func check(_ name: String, source: String) throws(ZigguratError) {
        guard let problem = problem(with: name) else { return }
        throw ZigguratError(
            .invalidOptions, source, problem, remedy: "choose another name with --name")
    }

    private static func problem(with name: String) -> String? {
        if name.isEmpty {
            "its export would have an empty name"
        } else if name.utf8.count > longest {
            "“\(name.prefix(20))…” is too long for a name, \(name.utf8.count) bytes"
        } else if name.utf8.first == UInt8(ascii: ".") || reserved.contains(name) {
            "an export cannot be called “\(name)”"
        } else if name.utf8.contains(UInt8(ascii: "/")) {
            "the name “\(name)” has a slash in it"
        } else if name.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 }) {
            "its name has control characters in it"
        } else {
            nil
        }
    }
}
