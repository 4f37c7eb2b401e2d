import Foundation
import TestSupport

/// JPEG files of random kinds, which `jpeg-writer` writes.
enum GeneratedJPEG {
    /// Writes the files `FIRST.jpg` and so on to a folder.
    static func write(
        _ first: Int, _ count: Int, isDamaged: Bool, to folder: TemporaryFolder
    ) async throws {
        try await Shell.run(
            BuiltProgram.url("jpeg-writer").path,
            ["\(first)", "\(count)", folder.path] + (isDamaged ? ["damaged"] : [])
        ).orThrow()
    }
}
