public import Foundation

extension TemporaryFolder {
    /// Writes an executable script, and replaces an older one.
    ///
    /// `install` copies it: a child that this process starts at the same time would inherit a file
    /// open for writing, and running the script would fail with “text file busy”.
    @discardableResult
    public func writeProgram(_ script: String, to relativePath: String) async throws -> URL {
        let draft = try write(script, to: "\(relativePath).draft")
        let file = self[relativePath]
        _ = try await Shell.run("install", ["-m", "755", draft.path, file.path]).orThrow()
        try FileManager.default.removeItem(at: draft)
        return file
    }
}
