public import Foundation

extension PixelPicture {
    /// Writes the picture through the `vips` command in the format of the file's ending.
    ///
    /// - Parameter options: in the words of vips, such as `Q=95`.
    @discardableResult
    public func write(to file: URL, options: String = "") async throws -> URL {
        try await TemporaryFolder.with { folder in
            try VipsFile.write(self, to: folder["picture.v"])
            try await Shell.run(
                "vips", ["copy", folder["picture.v"].path, "\(file.path)[\(options)]"]
            ).orThrow()
            return file
        }
    }
}
