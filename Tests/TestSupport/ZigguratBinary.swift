public import Foundation

/// The built command-line program.
public enum ZigguratBinary {
    /// The program that was built with the running tests. The environment variable
    /// `ZIGGURAT_BINARY` selects another program, such as a release build.
    public static func url() throws -> URL {
        if let path = ProcessInfo.processInfo.environment["ZIGGURAT_BINARY"] {
            return try BuiltProgram.runnable(URL(filePath: path))
        }
        return try BuiltProgram.url("ziggurat")
    }
}
