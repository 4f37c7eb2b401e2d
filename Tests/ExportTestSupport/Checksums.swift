import Foundation
import TestSupport
import ZigguratKit

@testable import ZigguratExport
@testable import ZigguratStore

/// Lists of checksums, written and checked by other programs.
enum Checksums {
    /// Writes `checksums.sha256` of all files in a folder with sha256sum.
    static func write(in folder: URL) async throws {
        try await shell(
            "find . -type f ! -name checksums.sha256 -printf '%P\\0' | sort -z "
                + "| xargs -0 sha256sum > ../sums && mv ../sums checksums.sha256", folder)
    }

    /// Checks the lists of an export with sha256sum, or with Python's bagit.
    static func check(_ folder: String, _ fixity: ExportSettings.Fixity) async throws {
        switch fixity {
        case .none: break
        case .checksums:
            try await shell("sha256sum --quiet -c \(ChecksumList.fileName)", URL(filePath: folder))
        case .bag: _ = try await Judge.run(module: "bagit", ["--validate", folder]).orThrow()
        }
    }

    private static func shell(_ script: String, _ folder: URL) async throws {
        try await Shell.run("sh", ["-ec", script], in: folder).orThrow()
    }
}
