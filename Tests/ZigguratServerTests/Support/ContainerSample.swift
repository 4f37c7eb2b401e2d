import Foundation
import TestSupport
import ZigguratKit

/// Containers for tests of the server.
enum ContainerSample {
    /// Exports an image into each kind of container and serves the exports. Each export has the
    /// name of its container.
    static func withExports(
        _ body: (PreviewServer, TemporaryFolder) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            for container in Formats.standard.containers where !container.isFolder {
                let picture = folder["\(container.name).png"]
                try await TestPicture(width: 700, height: 500).write(to: picture)
                var exporter = Exporter(destination: folder["site"].path, container: container)
                exporter.options.tiling = Tiling.Request(tileSize: 256)
                _ = try exporter.export(picture.path)
            }
            let server = try PreviewServer(
                of: folder["site"].path, port: 0)
            defer { server.stop() }
            try await body(server, folder)
        }
    }

    /// Packs files with Python's zipfile, which accepts any names.
    static func zip(
        _ files: [String: String], _ method: String = "stored", to file: URL
    ) async throws {
        let script = """
            import json, sys, zipfile
            kind = zipfile.ZIP_DEFLATED if sys.argv[2] == "deflated" else zipfile.ZIP_STORED
            with zipfile.ZipFile(sys.argv[1] + ".part", "w", kind) as archive:
                for name, text in sorted(json.loads(sys.argv[3]).items()):
                    archive.writestr(name, text)
                    if name == "same.txt": archive.writestr(name, "second")
            import os; os.rename(sys.argv[1] + ".part", sys.argv[1])
            """
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        let list = String(decoding: try JSONEncoder().encode(files), as: UTF8.self)
        try await Shell.run(
            "python3", ["-I", "-W", "ignore", "-c", script, file.path, method, list]
        ).orThrow()
    }
}
