/// Paths relative to a folder, computed from their text.
package enum RelativePath {
    /// The path that leads from a folder to a place: `../photos`.
    ///
    /// - Parameters:
    ///   - place: An absolute path without `.` and `..`; others are returned as they are.
    ///   - folder: An absolute path without `.` and `..`.
    package static func of(_ place: String, from folder: String) -> String {
        guard place.hasPrefix("/"), folder.hasPrefix("/") else { return place }
        let (to, from) = (place.split(separator: "/"), folder.split(separator: "/"))
        let shared = zip(to, from).prefix { $0 == $1 }.count
        let up = Array(repeating: "..", count: from.count - shared)
        return (up + to.dropFirst(shared).map(String.init)).joined(separator: "/")
    }

    /// The absolute path of a place.
    ///
    /// - Parameter path: Relative to the folder; an absolute path is returned as it is.
    package static func absolute(_ path: String, in folder: String) -> String {
        guard !path.hasPrefix("/"), folder.hasPrefix("/") else { return path }
        var parts = folder.split(separator: "/")
        for part in path.split(separator: "/") {
            if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }
}
