import Foundation
import TestSupport

extension TestPicture {
    /// Writes a JPEG with options of cjpeg, separated by spaces.
    ///
    /// - Returns: the file `photo.jpg` in the folder.
    func writePhoto(_ options: String, in folder: TemporaryFolder) async throws -> URL {
        try await write(to: folder["picture.ppm"])
        try await Shell.run(
            "cjpeg",
            options.split(separator: " ").map(String.init) + [
                "-outfile", "photo.jpg", "picture.ppm",
            ], in: folder.url
        ).orThrow()
        return folder["photo.jpg"]
    }
}
