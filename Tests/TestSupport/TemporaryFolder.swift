public import Foundation

/// A folder of its own for one test, removed with everything in it at the end.
public struct TemporaryFolder: Sendable {
    public let url: URL

    /// The absolute path of the folder, without a slash at the end.
    public var path: String { url.path }

    /// Makes a folder, hands it to `body` and removes it, however `body` ends.
    ///
    /// A scope rather than an object that cleans up when it is released: Swift may release an
    /// object right after its last use, while its path is still being read from.
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

    /// The address of something in the folder, by its relative path.
    public subscript(_ relativePath: String) -> URL {
        url.appending(path: relativePath)
    }

    /// Writes a file, and the folders above it where they are missing.
    @discardableResult
    public func write(_ content: Data, to relativePath: String) throws -> URL {
        let file = self[relativePath]
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try content.write(to: file)
        return file
    }

    /// Writes a text file, and the folders above it where they are missing.
    @discardableResult
    public func write(_ text: String, to relativePath: String) throws -> URL {
        try write(Data(text.utf8), to: relativePath)
    }

    /// Every file in the folder, or in one of its folders; see ``FolderListing``.
    public func files(under relativePath: String = "") throws -> [String] {
        try FolderListing.files(in: relativePath.isEmpty ? url : self[relativePath])
    }
}
