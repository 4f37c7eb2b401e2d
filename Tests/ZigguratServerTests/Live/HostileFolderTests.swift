import Foundation
import TestSupport
import Testing
import ZigguratKit

/// Files that keep their decoders busy for minutes or for ever do not block a live server.
@Suite struct HostileFolderTests {
    /// Writes hostile drawings. In drawings whose name begins with `bad`, libvips searches
    /// endlessly for the end of the compressed data. Drawings whose name begins with `slow` have a
    /// valid header but take minutes to render.
    private static let drawings = """
        import gzip
        shapes = "".join(f'<rect x="{x}" width="9" height="{x}" fill="#{x * 99:06x}"/>'
            for x in range(0, 600, 10))
        start = '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400">'
        good = gzip.compress((start + shapes + "</svg>").encode())
        bad = gzip.compress(b'<svg width="9" height="9"></svg>').ljust(185, b"x")
        for index in range(10):
            open(f"images/bad{index}" + (".svgz" if index % 2 else ""), "wb").write(bad)
        filters = '<feTurbulence baseFrequency="0.02" numOctaves="9"/><feGaussianBlur stdDeviation="90"/>'
        shape = '<rect width="4000" height="4000" filter="url(#f)"/>'
        slow = ('<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000"><filter id="f">'
            + 9 * filters + "</filter>" + 300 * shape + "</svg>")
        for index in range(10): open(f"images/slow{index}.svg", "w").write(slow)
        open("images/good.svgz", "wb").write(good)
        open("images/text.txt", "w").write("text")
        """

    private static func with(
        _ body: (_ command: RunningCommand, _ address: String) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            try FileManager.default.createDirectory(
                at: folder["images"], withIntermediateDirectories: true)
            let picture = TestPicture(width: 300, height: 200)
            try await picture.write(to: folder["images/photo.jpg"])
            try await Shell.run("vips", ["copy", "photo.jpg", "film.gif"], in: folder["images"])
                .orThrow()
            try await Shell.run("python3", ["-c", drawings], in: folder.url).orThrow()
            try await ServeProgram.with(
                ["--live", "images", "--cache", "cache"], in: folder, body)
        }
    }

    @Test(arguments: ["bad", "slow"])
    func `Hostile files in a folder do not delay other images`(name: String) async throws {
        try await Self.with { command, address in
            // Clients request hostile images and wait.
            let crowd = try (0..<20).map { index in
                let part = index < 10 ? "live/thumbnail.jpg" : "xyz/0/0/0.jpg"
                return try RunningCommand(
                    "curl",
                    ["-s", "\(address)\(name)\(index % 10)/\(part)", "-o", "/dev/null"])
            }
            defer { for client in crowd { client.stop() } }
            for path in [
                "", "photo/xyz/0/0/0.jpg", "film/xyz/0/0/0.jpg", "good/xyz/0/0/0.jpg",
                "photo/live/thumbnail.jpg", "film/live/thumbnail.jpg", "good/live/thumbnail.jpg",
            ] {
                // On a busy machine, an export takes longer than the server lets a client wait.
                try await Waiting.until { try await Curl.get(address + path).status == 200 }
            }
            #expect(try await Curl.get(address + "text/dzi/").status == 404)
            // Rendering a hostile image takes minutes, so the server has not sent its thumbnail yet.
            #expect(!command.errorsSoFar().contains("GET /\(name)0/live/thumbnail.jpg 200"))
            let list = try await Curl.get(address).text
            #expect(["photo", "film", "good"].allSatisfy { list.contains("\"./\($0)/\"") })
        }
    }

    @Test func `Reading a header has a time limit, and a timeout is remembered`() async throws {
        try await Self.with { command, address in
            let first = try await Curl.get(address + "bad1/xyz/")
            #expect(first.status == 422)
            let lines = command.errorsSoFar()
            #expect(lines.contains("bad1.svgz: timeout"), "\(lines)")
            // `serve` has no option for the limit.
            #expect(!lines.contains("--decoder-timeout"), "\(lines)")
            try await Waiting.until {
                try await Curl.get(address).text.contains("\"./bad9/\"")
            }
        }
    }
}
