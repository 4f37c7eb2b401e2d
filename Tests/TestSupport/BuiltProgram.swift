public import Foundation

/// A program of this package that was built together with the tests that are running.
public enum BuiltProgram {
    /// The program of a target, by the target's name.
    public static func url(_ name: String) throws -> URL {
        // The test runner stands in the same products folder.
        let runner = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return try runnable(URL(filePath: runner).deletingLastPathComponent().appending(path: name))
    }

    /// The file, where it can be run.
    static func runnable(_ file: URL) throws -> URL {
        guard FileManager.default.isExecutableFile(atPath: file.path) else {
            throw NotBuilt(path: file.path)
        }
        return file
    }

    struct NotBuilt: Error, CustomStringConvertible {
        let path: String
        var description: String {
            "There is no program at \(path). Build it with: swift build --build-tests"
        }
    }
}
