public import Foundation

/// The built command-line program.
public enum ZigguratBinary {
    /// The program that was built together with the tests that are running.
    ///
    /// The environment variable `ZIGGURAT_BINARY` names another one, such as a release build.
    public static func url() throws -> URL {
        if let path = ProcessInfo.processInfo.environment["ZIGGURAT_BINARY"] {
            return try runnable(URL(filePath: path))
        }
        // The test runner stands in the same products folder.
        let runner = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return try runnable(
            URL(filePath: runner).deletingLastPathComponent().appending(path: "ziggurat"))
    }

    private static func runnable(_ file: URL) throws -> URL {
        guard FileManager.default.isExecutableFile(atPath: file.path) else {
            throw NotBuilt(path: file.path)
        }
        return file
    }

    struct NotBuilt: Error, CustomStringConvertible {
        let path: String
        var description: String {
            "There is no program at \(path). Build it with: swift build --product ziggurat"
        }
    }
}
