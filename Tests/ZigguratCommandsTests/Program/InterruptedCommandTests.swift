import Foundation
import TestSupport
import Testing
import ZigguratSystem

@testable import ExportTestSupport

/// Ctrl-C during commands and decoders. `StoppedRunTests` covers exports of JPEG files,
/// `IsolatedProgramTests` covers a PDF, and `ServeCommandTests` and `PublishCommandTests` cover
/// their commands.
@Suite("Ctrl-C") struct InterruptedCommandTests {
    /// The side of an image that needs much more processor time than the run has used when it is
    /// held.
    private static let side = 5000
    private static let moment = HeldRun.Moment.working

    private func image(_ shop: Workshop, _ name: String, _ options: String) async throws {
        try await TestPicture(width: 500, height: 500).writeRepeated(
            to: shop.folder[name], width: Self.side, height: Self.side, options: options)
    }

    @Test(
        "Ctrl-C ends an export within a decoder, and no files remain",
        arguments: [
            ("slow.webp", "lossless=true,effort=0"), ("slow.webp", "Q=60,effort=0"),
            ("slow.png", "interlace=true,compression=1"),
        ])
    func decoders(name: String, options: String) async throws {
        try await Workshop.with { shop in
            try await image(shop, name, options)
            let run = try await HeldRun(
                ["export", name, "--format", "png", "--jobs", "1"], at: Self.moment, in: shop)
            let result = try await run.finish(after: SIGINT)
            #expect(result.status == 130, "\(result.errors)")
            #expect(result.errors == "ziggurat: \(name): cancelled\n")
            #expect(shop.outputNames() == [])
        }
    }

    @Test(
        "Ctrl-C ends verify and repack, and repack leaves no files",
        arguments: [
            ["verify", "Output/slow", "--jobs", "1"],
            ["repack", "Output/slow", "-o", "packed", "-c", "zip", "--jobs", "1"],
        ])
    func commands(words: [String]) async throws {
        try await Workshop.with { shop in
            try await TestPicture(width: 5000, height: 5000).write(to: shop.folder["slow.jpg"])
            // Many small tiles make both commands slow.
            try await shop.run(["export", "slow.jpg", "--tile-size", "40", "--no-sync"]).orThrow()
            let run = try await HeldRun(words, at: Self.moment, in: shop)
            let result = try await run.finish(after: SIGINT)
            #expect(result.status == 130, "\(result.output)\(result.errors)")
            let left = try? FileManager.default.contentsOfDirectory(
                atPath: shop.folder["packed"].path)
            #expect(left ?? [] == [])
            let whole = try await shop.run(words)
            #expect(whole.status == 0, "\(whole.errors)")
        }
    }

    /// The run waits for the lock of the destination, which another process holds.
    @Test(
        "A run that cannot end prints that it waits, and the second Ctrl-C ends it",
        arguments: [["gallery"], ["remove", "photo"], ["export", "photo.jpg", "--force"]])
    func waiting(words: [String]) async throws {
        try await Workshop.with { shop in
            _ = try await shop.picture()
            try await shop.run(["export", "photo.jpg"]).orThrow()
            let folder = open(shop.output, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            try #require(flock(folder, LOCK_EX | LOCK_NB) == 0)
            defer { close(folder) }
            let run = try shop.start(words)
            // The kernel lists the processes that wait for each lock.
            let inode = try FileManager.default.attributesOfItem(atPath: shop.output)[
                .systemFileNumber]
            let waits = try await run.answer { _ in
                // Foundation reads only the first 4095 bytes of this file.
                let locks = (try? FileSystem.contents(of: "/proc/locks")) ?? []
                let ours = String(decoding: locks, as: UTF8.self).split(separator: "\n").filter {
                    $0.contains("-> FLOCK") && $0.contains(":\(inode ?? 0) ")
                }
                return ours.isEmpty ? nil : true
            }
            try #require(waits == true)
            try run.send(signal: "SIGINT")
            let isNoted = try await run.answer { _ in
                run.errorsSoFar().hasPrefix("ziggurat: note: cancelled") ? true : nil
            }
            #expect(isNoted == true && !run.hasEnded)
            try run.send(signal: "SIGINT")
            #expect(await run.wait().status == 130)
        }
    }
}
