public import Foundation

/// The built command-line program.
public enum ZigguratBinary {
    /// The program that was built together with the tests that are running.
    ///
    /// The environment variable `ZIGGURAT_BINARY` names another one, such as a release build.
    public static func url() throws -> URL {
        if let path = ProcessInfo.processInfo.environment["ZIGGURAT_BINARY"] {
            return try BuiltProgram.runnable(URL(filePath: path))
        }
        return try BuiltProgram.url("ziggurat")
    }
}
