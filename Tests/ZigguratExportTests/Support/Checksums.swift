import Foundation
import TestSupport

/// Lists of checksums as others write them.
enum Checksums {
    /// `checksums.sha256` of everything in a folder, by sha256sum.
    static func write(in folder: URL) async throws {
        try await shell(
            "find . -type f ! -name checksums.sha256 -printf '%P\\0' | sort -z "
                + "| xargs -0 sha256sum > ../sums && mv ../sums checksums.sha256", folder)
    }

    private static func shell(_ script: String, _ folder: URL) async throws {
        try await Shell.run("sh", ["-ec", script], in: folder).orThrow()
    }
}
