public import Foundation

extension PixelPicture {
    /// Writes the picture through the `vips` command in the format of the file's ending. Its own
    /// format and PPM, which are no more than a head and the samples, are written without it.
    ///
    /// - Parameter options: in the words of vips, such as `Q=95`.
    @discardableResult
    public func write(to file: URL, options: String = "") async throws -> URL {
        if options.isEmpty, file.pathExtension == "v" {
            try VipsFile.write(self, to: file)
            return file
        }
        if options.isEmpty, file.pathExtension == "ppm", bands == 3 {
            try (Data("P6\n\(width) \(height)\n255\n".utf8) + samples).write(to: file)
            return file
        }
        return try await TemporaryFolder.with { folder in
            try VipsFile.write(self, to: folder["picture.v"])
            try await Shell.run(
                "vips", ["copy", folder["picture.v"].path, "\(file.path)[\(options)]"]
            ).orThrow()
            return file
        }
    }
}
