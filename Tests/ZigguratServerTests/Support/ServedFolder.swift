import Foundation
import TestSupport
import Testing
import ZigguratKit

/// A preview server of a sample folder.
enum ServedFolder {
    /// Fills a folder with files for all rules of the server, and puts a secret file beside it.
    private static func furnish(_ folder: TemporaryFolder) throws {
        try folder.write("SECRET", to: "secret.txt")
        try folder.write("<p>page</p>", to: "site/photo/index.html")
        try folder.write("0123456789", to: "site/photo/tile.jpg")
        try folder.write("<Image/>", to: "site/photo/photo.dzi")
        try folder.write("", to: "site/photo/empty.png")
        try folder.write("odd", to: "site/plain/50% #1 ‘ä?’ & <b>.txt")
        try folder.write("hidden", to: "site/.ziggurat-draft/index.html")
        try folder.write("hidden", to: "site/.hidden.txt")
        try folder.write("nothing", to: "site/locked.txt")
        let files = FileManager.default
        for (link, target) in [
            ("site/out.txt", "../secret.txt"), ("site/absolute.txt", folder["secret.txt"].path),
            ("site/up", ".."), ("site/root", "/"), ("site/self", "/proc/self/root"),
            ("site/inside.txt", "photo/tile.jpg"), ("site/loop", "loop"),
            ("site/gone", "nowhere"),
        ] {
            try files.createSymbolicLink(atPath: folder[link].path, withDestinationPath: target)
        }
        try #require(mkfifo(folder["site/pipe"].path, 0o600) == 0)
        try files.createDirectory(
            at: folder["site/odd/index.html"], withIntermediateDirectories: true)
    }

    static func with<Result>(
        _ body: (PreviewServer, TemporaryFolder) async throws -> Result
    ) async throws -> Result {
        try await TemporaryFolder.with { folder in
            try furnish(folder)
            let server = try PreviewServer(of: folder["site"].path, port: 0)
            defer { server.stop() }
            return try await body(server, folder)
        }
    }
}
