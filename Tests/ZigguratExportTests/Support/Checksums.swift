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

    /// Turns an export into a bag: RFC 8493.
    static func makeBag(of folder: URL) async throws {
        try await shell(
            """
            mkdir data
            for name in *; do
                case "$name" in data|ziggurat.json) ;; *) mv "$name" data/ ;; esac
            done
            printf 'BagIt-Version: 1.0\\nTag-File-Character-Encoding: UTF-8\\n' > bagit.txt
            bytes=$(find data -type f -printf '%s\\n' | awk '{ sum += $1 } END { print sum }')
            printf 'Payload-Oxum: %s.%s\\n' $bytes $(find data -type f | wc -l) > bag-info.txt
            find data -type f -print0 | xargs -0 sha256sum > manifest-sha256.txt
            sha256sum bagit.txt bag-info.txt manifest-sha256.txt ziggurat.json > tagmanifest-sha256.txt
            """, folder)
    }

    private static func shell(_ script: String, _ folder: URL) async throws {
        try await Shell.run("sh", ["-ec", script], in: folder).orThrow()
    }
}
