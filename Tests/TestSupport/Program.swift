import Foundation

/// A program on this machine.
enum Program {
    /// Returns the path of a program: a name with a slash is a path, any other is looked up in `PATH`.
    static func path(of name: String) throws -> String {
        let candidates =
            name.contains("/")
            ? [name]
            : (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
                .split(separator: ":").map { "\($0)/\(name)" }
        guard
            let path = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0) })
        else { throw MissingPrerequisite("The program \(name)") }
        return path
    }
}
