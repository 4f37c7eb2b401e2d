import Foundation
import TestSupport
import ZigguratKit

/// A preview server of a folder, or a live server of an image.
enum EitherServer {
    /// - Parameter body: receives the server and the path of a file that the server sends.
    static func with<Result>(
        isLive: Bool, _ body: (PreviewServer, _ path: String) async throws -> Result
    ) async throws -> Result {
        try await TemporaryFolder.with { folder in
            guard isLive else {
                try folder.write(Data(count: 3_000_000), to: "site/file.bin")
                let server = try PreviewServer(of: folder["site"].path, port: 0)
                defer { server.stop() }
                return try await body(server, "file.bin")
            }
            try FileManager.default.createDirectory(
                at: folder["images"], withIntermediateDirectories: true)
            try await TestPicture(width: 900, height: 700).write(to: folder["images/a.png"])
            return try await LiveServer.with(in: folder) { live in
                _ = try live.finish("a")
                return try await body(live.server, "a/xyz/2/1/1.jpg")
            }
        }
    }
}
