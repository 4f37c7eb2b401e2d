public import Foundation

/// A temporary folder for one test.
public struct TemporaryFolder: Sendable {
    public let url: URL

    /// The absolute path of the folder, without a slash at the end.
    public var path: String { url.path }

    /// Creates a folder, calls `body` with it, and removes it.
    ///
    /// The folder is a scope, not an object with a `deinit`: Swift may release an object after its
    /// last use, while its path is still in use.
    public static func with<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: (TemporaryFolder) async throws -> Result
    ) async throws -> Result {
        let url = FileManager.default.temporaryDirectory
            .appending(path: "ziggurat-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: url) }
        return try await body(TemporaryFolder(url: url))
    }

    /// The URL of a relative path in the folder.
    public subscript(_ relativePath: String) -> URL {
        url.appending(path: relativePath)
    }

    /// Writes a file, and creates missing folders.
    @discardableResult
    public func write(_ content: Data, to relativePath: String) throws -> URL {
        let file = self[relativePath]
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try content.write(to: file)
        return file
    }

    /// Writes a text file, and creates missing folders.
    @discardableResult
    public func write(_ text: String, to relativePath: String) throws -> URL {
        try write(Data(text.utf8), to: relativePath)
    }

    /// All files in the folder or in a subfolder; see ``FolderListing``.
    public func files(under relativePath: String = "") throws -> [String] {
        try FolderListing.files(in: relativePath.isEmpty ? url : self[relativePath])
    }
}
