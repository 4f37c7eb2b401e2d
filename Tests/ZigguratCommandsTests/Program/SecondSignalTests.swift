import Foundation
import TestSupport
import Testing

@testable import ExportTestSupport

/// A second SIGINT or SIGTERM, while the program waits for an event that does not come.
///
/// Both signals arrive while the program is stopped, so that it cannot clean up between them.
/// `InterruptedCommandTests` sends the signals one after the other.
@Suite struct SecondSignalTests {
    private static func planShard(of image: String, in shop: Workshop) async throws {
        try await shop.run(["shard", "plan", image, "--shards", "1", "--plan", "plan"]).orThrow()
    }

    @Test(arguments: [
        ["export", "endless.pdf"], ["export", "scans"], ["export", "scans", "--watch"],
        ["export", "scans", "--book", "book"], ["shard", "run", "plan", "1"],
    ])
    func `A second signal ends a command that waits for a stopped decoder`(_ words: [String])
        async throws
    {
        try await Workshop.with { shop in
            try shop.folder.write(EndlessPDF.bytes, to: "endless.pdf")
            try shop.folder.write(EndlessPDF.bytes, to: "scans/endless.pdf")
            if words[0] == "shard" { try await Self.planShard(of: "scans", in: shop) }
            try await expectEnd(
                of: words + (words[0] == "shard" ? [] : ["--decoder-timeout", "5000"]),
                at: .decoderStopped, in: shop)
        }
    }

    @Test(arguments: [["export", "-"], ["plan", "-"]])
    func `A second signal ends a command that reads an empty pipe`(_ words: [String]) async throws {
        try await Workshop.with { shop in
            try await Shell.run("mkfifo", [shop.folder["fifo"].path]).orThrow()
            try await expectEnd(
                of: words, by: ["sh", "-c", "exec \"$0\" \"$@\" 0<>fifo"], at: .reading, in: shop)
        }
    }

    @Test(arguments: [
        ["export", "photo.jpg", "--force"], ["export", ".", "--watch"], ["gallery"],
        ["remove", "photo"], ["repack", "Output/photo", "-o", "Output", "--name", "again"],
        ["describe", "--title", "A title"], ["shard", "run", "plan", "1"],
    ])
    func `A second signal ends a command that waits for a lock`(_ words: [String]) async throws {
        try await Workshop.with { shop in
            _ = try await shop.picture()
            try await Self.planShard(of: "photo.jpg", in: shop)
            if words[0] != "shard", words[1...] != [".", "--watch"] {
                try await shop.run(["export", "photo.jpg"]).orThrow()
            } else {
                try FileManager.default.createDirectory(
                    atPath: shop.output, withIntermediateDirectories: true)
            }
            let folder = open(shop.output, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            try #require(flock(folder, LOCK_EX | LOCK_NB) == 0)
            defer { close(folder) }
            try await expectEnd(of: words, at: .locked, in: shop)
        }
    }

    @Test(arguments: [["serve"], ["serve", "--live", "scans"]])
    func `A second signal ends a server`(_ words: [String]) async throws {
        try await Workshop.with { shop in
            try shop.folder.write("page", to: "Output/index.html")
            _ = try await shop.picture("scans/photo.jpg", width: 300, height: 200)
            let cache = words.contains("--live") ? ["--cache", "cache"] : []
            // If the program handles the second signal later, the first signal alone ends it.
            try await expectEnd(
                of: words + ["--port", "0"] + cache, at: .listening, with: [0, 130], in: shop)
        }
    }

    private func expectEnd(
        of words: [String], by launcher: [String] = [], at moment: HeldRun.Moment,
        with statuses: Set<Int?> = [130], in shop: Workshop
    ) async throws {
        let run = try await HeldRun(words, by: launcher, at: moment, in: shop)
        let family = try shop.processes()
        let result = try await run.finish(after: SIGINT, SIGTERM)
        #expect(statuses.contains(result.status), "\(result.errors)")
        #expect(!result.errors.contains("cancelled"))
        try await Workshop.expectEnd(of: family)
    }
}
