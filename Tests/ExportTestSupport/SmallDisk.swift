import Foundation
import TestSupport

/// A small file system that is mounted for a command.
enum SmallDisk {
    /// Whether this machine allows mounting a file system in a private namespace.
    static let canMount = {
        let folder = FileManager.default.temporaryDirectory.path
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/unshare")
        process.arguments = ["--map-root-user", "--mount", "mount", "-t", "tmpfs", "tmpfs", folder]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    /// Mounts a small file system on `full`, runs a script and lists the files on the file system.
    static func run(
        on options: String, _ script: String, in shop: Workshop
    ) async throws -> CommandResult {
        try FileManager.default.createDirectory(
            at: shop.folder["full"], withIntermediateDirectories: true)
        return try await Shell.run(
            "unshare",
            [
                "--map-root-user", "--mount", "sh", "-c",
                """
                mount -t tmpfs -o \(options) tmpfs full || exit 99
                mkdir full/Output
                \(script)
                status=$?
                ls -A full/Output
                exit $status
                """, ZigguratBinary.url().path,
            ], in: shop.folder.url)
    }
}
