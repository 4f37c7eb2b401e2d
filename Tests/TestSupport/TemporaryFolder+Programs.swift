public import Foundation

extension TemporaryFolder {
    /// Writes a script that can be started, over one that is there.
    ///
    /// Another program puts it into its place: this one starts others all the time, and one that is
    /// just being started may still hold what is being written here, which the system then calls a
    /// text file that is busy.
    @discardableResult
    public func writeProgram(_ script: String, to relativePath: String) async throws -> URL {
        let draft = try write(script, to: "\(relativePath).draft")
        let file = self[relativePath]
        _ = try await Shell.run("install", ["-m", "755", draft.path, file.path]).orThrow()
        try FileManager.default.removeItem(at: draft)
        return file
    }
}
