public import Foundation

extension PixelPicture {
    /// Writes the image with the `vips` command, in the format of the file extension. The method
    /// itself writes PPM and libvips' own format, which consist of a header and the samples.
    ///
    /// - Parameter options: save options of vips, such as `Q=95`.
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
