/// Functions for the text of paths, without access to the file system.
///
/// Slashes and dots are compared as bytes, as the system compares them. Swift would treat a slash
/// with a combining mark as another character.
package enum Path {
    private static let slash = UInt8(ascii: "/")

    /// Returns the name of a file without its folder.
    package static func name(of path: String) -> String {
        folders(path).last ?? path
    }

    /// Returns the name of a file without folder and extension.
    package static func stem(of path: String) -> String {
        let name = name(of: path)
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
            return name
        }
        return String(name[..<dot])
    }

    /// Returns the extension of a file, without the dot.
    package static func ending(of path: String) -> String {
        let name = name(of: path)
        let behindStem = name.utf8.dropFirst(stem(of: path).utf8.count + 1)
        return String(name[behindStem.startIndex...])
    }

    /// Returns the name of a file's folder; empty if the path has no folder.
    package static func parentName(of path: String) -> String {
        folders(path).dropLast().last ?? ""
    }

    private static func folders(_ path: String) -> [String] {
        path.utf8.split(separator: slash).map { String(path[$0.startIndex..<$0.endIndex]) }
    }

    /// Returns the folder and the name of a file.
    package static func split(_ path: String) -> (folder: String, name: String) {
        let name = name(of: path)
        guard name != path else { return (".", name) }
        let folder = String(path[..<path.utf8.dropLast(name.utf8.count + 1).endIndex])
        return (folder.isEmpty ? "/" : folder, name)
    }

    /// Returns a path without slashes at its end.
    package static func normalized(_ path: String) -> String {
        var path = path
        while path.utf8.count > 1, path.utf8.last == slash {
            path.unicodeScalars.removeLast()
        }
        return path
    }

    /// Returns an absolute path. Links, `.` and `..` are kept.
    ///
    /// - Parameter folder: the absolute folder to which a relative path refers.
    package static func absolute(_ path: String, in folder: String) -> String {
        if path.utf8.first == slash { return path }
        return folder == "/" ? "/\(path)" : "\(folder)/\(path)"
    }

    /// Returns an absolute path without `.` and `..`.
    ///
    /// - Parameter path: a path relative to the folder. An absolute path is returned unchanged.
    package static func resolved(_ path: String, in folder: String) -> String {
        guard !path.hasPrefix("/"), folder.hasPrefix("/") else { return path }
        var parts = folder.split(separator: "/")
        for part in path.split(separator: "/") {
            if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }

    /// Returns the relative path from a folder to a place: `../photos`.
    ///
    /// - Parameters:
    ///   - place: an absolute path without `.` and `..`. Other paths are returned unchanged.
    ///   - folder: an absolute path without `.` and `..`.
    package static func relative(_ place: String, from folder: String) -> String {
        guard place.hasPrefix("/"), folder.hasPrefix("/") else { return place }
        let (to, from) = (place.split(separator: "/"), folder.split(separator: "/"))
        let shared = zip(to, from).prefix { $0 == $1 }.count
        let up = Array(repeating: "..", count: from.count - shared)
        return (up + to.dropFirst(shared).map(String.init)).joined(separator: "/")
    }
}
