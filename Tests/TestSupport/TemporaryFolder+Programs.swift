public import Foundation

extension TemporaryFolder {
    /// Writes an executable script, and replaces an older script.
    ///
    /// The command `install` writes the executable file. If this process wrote it, a child started
    /// meanwhile could inherit the open descriptor, and the script would fail with “text file
    /// busy”.
    @discardableResult
    public func writeProgram(_ script: String, to relativePath: String) async throws -> URL {
        let draft = try write(script, to: "\(relativePath).draft")
        let file = self[relativePath]
        _ = try await Shell.run("install", ["-m", "755", draft.path, file.path]).orThrow()
        try FileManager.default.removeItem(at: draft)
        return file
    }
}
