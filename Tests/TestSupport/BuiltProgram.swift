public import Foundation

/// A program of this package that was built with the running tests.
public enum BuiltProgram {
    /// The program of a target, by the target's name.
    public static func url(_ name: String) throws -> URL {
        // The test runner is in the same folder.
        let runner = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return try runnable(URL(filePath: runner).deletingLastPathComponent().appending(path: name))
    }

    /// The file, if it is a program.
    static func runnable(_ file: URL) throws -> URL {
        guard FileManager.default.isExecutableFile(atPath: file.path) else {
            throw NotBuilt(path: file.path)
        }
        return file
    }

    struct NotBuilt: Error, CustomStringConvertible {
        let path: String
        var description: String {
            "program not found: \(path); run swift build --build-tests"
        }
    }
}
