import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

/// Runs of the built program that are stopped on the way.
@Suite struct StoppedRunTests {
    /// The options of a slow export on one thread. PNG tiles take some seconds, and a repeated
    /// image is drawn quickly.
    private static let slow = ["--format", "png", "--jobs", "1", "--layout", "dzi,xyz"]

    private func slowPicture(_ shop: Workshop, _ name: String = "slow.jpg") async throws {
        try await TestPicture(width: 500, height: 500)
            .writeRepeated(to: shop.folder[name], width: 3500, height: 3500, options: "Q=60")
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func aSignalLeavesNothing(signal: Int32) async throws {
        try await Workshop.with { shop in
            try await slowPicture(shop)
            let run = try await HeldRun(["export", "slow.jpg"] + Self.slow, in: shop)
            let result = try await run.finish(after: signal)
            #expect(result.status == 130)
            #expect(result.output == "")
            #expect(result.errors == "ziggurat: slow.jpg: cancelled\n")
            #expect(shop.outputNames() == [])
        }
    }

    /// After `nohup ziggurat export …`, the export continues when the user logs out.
    @Test func whatNohupKeepsAwayIsNotHeard() async throws {
        try await Workshop.with { shop in
            try await slowPicture(shop)
            let run = try await HeldRun(
                ["export", "slow.jpg"] + Self.slow, by: ["nohup"], in: shop)
            let result = try await run.finish(after: SIGHUP)
            #expect(result.status == 0)
            #expect(shop.outputNames() == ["index.html", "pictures.js", "slow"])

            let other = try await HeldRun(
                ["export", "slow.jpg", "--force"] + Self.slow, by: ["nohup"], in: shop)
            let ended = try await other.finish(after: SIGHUP, SIGTERM)
            #expect(ended.status == 130)
        }
    }

    /// A progressive JPEG is decoded as a whole before its first row is available.
    @Test func aSignalWithinADecoderLeavesNothing() async throws {
        try await Workshop.with { shop in
            try await TestPicture(width: 500, height: 500).writeRepeated(
                to: shop.folder["slow.jpg"], width: 5000, height: 5000,
                options: "Q=60,interlace,subsample-mode=off")
            let run = try await HeldRun(
                ["export", "slow.jpg", "--layout", "dzi,xyz"], at: .decoding, in: shop)
            #expect(try shop.folder.files(under: "Output").filter { $0.hasSuffix(".jpg") } == [])
            let result = try await run.finish(after: SIGINT)
            #expect(result.status == 130)
            #expect(result.output == "")
            #expect(result.errors == "ziggurat: slow.jpg: cancelled\n")
            #expect(shop.outputNames() == [])
        }
    }

    @Test func aStoppedRunKeepsWhatWasThere() async throws {
        try await Workshop.with { shop in
            try await slowPicture(shop)
            _ = try await shop.picture(width: 300, height: 200)
            try await shop.run(["export", "photo.jpg", "--name", "slow"]).orThrow()
            let before = try FileStamp.all(in: shop.output)
            let run = try await HeldRun(
                ["export", "photo.jpg", "slow.jpg", "--replace"] + Self.slow, others: ["photo"],
                in: shop)
            let result = try await run.finish(after: SIGINT)
            #expect(result.status == 130)
            // Exports that were complete before the signal stay.
            #expect(shop.outputNames() == ["index.html", "photo", "pictures.js", "slow"])
            let after = try FileStamp.all(in: shop.output)
            #expect(
                after.filter { $0.key.hasPrefix("slow/") }
                    == before.filter { $0.key.hasPrefix("slow/") })
        }
    }

    /// Both signals arrive while the program is stopped, so it cannot clean up between them.
    @Test func theSecondSignalEndsAtOnce() async throws {
        try await Workshop.with { shop in
            try await slowPicture(shop)
            let run = try await HeldRun(["export", "slow.jpg"] + Self.slow, in: shop)
            let result = try await run.finish(after: SIGINT, SIGTERM)
            #expect(result.status == 130 && result.errors == "")
            #expect(shop.outputNames().count == 1)
            #expect(shop.outputNames().allSatisfy { $0.hasPrefix(".ziggurat-") })

            // The next run cleans up.
            _ = try await shop.picture(width: 300, height: 200)
            try await shop.run(["export", "photo.jpg"]).orThrow()
            #expect(shop.outputNames() == ["index.html", "photo", "pictures.js"])
        }
    }

    @Test func leftoversOfAKilledRunAreRemovedByTheNext() async throws {
        try await Workshop.with { shop in
            try await slowPicture(shop)
            _ = try await shop.picture(width: 300, height: 200)
            try await shop.run(["export", "photo.jpg"]).orThrow()
            let run = try await HeldRun(["export", "slow.jpg"] + Self.slow, in: shop)
            let result = try await run.finish(after: SIGKILL)
            #expect(result.status == Int(128 + SIGKILL))
            // The leftovers are the begun export and the mark of the run.
            #expect(shop.outputNames().filter { $0.hasPrefix(".ziggurat-") }.count == 2)
            #expect(
                shop.outputNames().filter { !$0.hasPrefix(".") } == [
                    "index.html", "photo", "pictures.js",
                ])

            // A run without images to export removes leftovers, too.
            let next = try await shop.run(["export", "photo.jpg"]).orThrow()
            #expect(next.output.hasPrefix("Output/photo: up to date\n"))
            #expect(shop.outputNames() == ["index.html", "photo", "pictures.js"])
        }
    }

    @Test func theDraftOfALivingRunStays() async throws {
        try await Workshop.with { shop in
            try await slowPicture(shop)
            _ = try await shop.picture(width: 300, height: 200)
            let run = try await HeldRun(["export", "slow.jpg"] + Self.slow, in: shop)
            let draft = shop.outputNames()
            // A draft without a lock is removed.
            try shop.folder.write("old", to: "Output/.ziggurat-leftover/dzi/tile.jpg")
            try shop.folder.write("old", to: "Output/.ziggurat-draft-1-index.html")
            try shop.folder.write("mine", to: "Output/.hidden")
            try await shop.run(["export", "photo.jpg"]).orThrow()
            try await shop.run(["remove", "photo"]).orThrow()
            #expect(
                shop.outputNames() == ([".hidden", "index.html", "pictures.js"] + draft).sorted())
            let result = try await run.finish()
            #expect(result.status == 0)
            #expect(shop.outputNames() == [".hidden", "index.html", "pictures.js", "slow"])
            let manifest = try #require(try Exporter(destination: shop.output).exports().first)
            #expect(try BundleAudit.complaints(of: "\(shop.output)/slow", manifest) == [])
        }
    }

    /// A faster run publishes an export with an equal name during a slower run. With `--replace`,
    /// the last run to end wins; otherwise the slower run fails.
    @Test(arguments: [true, false])
    func twoRunsUnderOneNameEndWell(replaces: Bool) async throws {
        try await Workshop.with { shop in
            try await slowPicture(shop)
            _ = try await shop.picture("fast/slow.jpg", width: 300, height: 200)
            let run = try await HeldRun(
                ["export", "slow.jpg"] + (replaces ? ["--replace"] : []) + Self.slow, in: shop)
            try await shop.run(["export", "fast/slow.jpg"]).orThrow()
            #expect(
                try Exporter(destination: shop.output).exports().map(\.image.size.width) == [300])
            let result = try await run.finish()
            #expect(result.status == (replaces ? 0 : 1))
            #expect(
                try Exporter(destination: shop.output).exports().map(\.image.size.width)
                    == [replaces ? 3500 : 300])
            #expect(shop.outputNames() == ["index.html", "pictures.js", "slow"])
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5])
    func manyRunsAtOnceEndWell(round: Int) async throws {
        try await Workshop.with { shop in
            for name in ["a.jpg", "b.jpg", "c.jpg"] {
                _ = try await shop.picture(name, width: 300, height: 200)
            }
            let lines = [["a.jpg"], ["a.jpg", "b.jpg"], ["b.jpg", "a.jpg"], ["c.jpg", "a.jpg"]]
            let commands = try lines.map {
                try shop.start(["export", "--force", "--layout", "dzi,xyz"] + $0)
            }
            var statuses: [Int?] = []
            for command in commands {
                let result = await command.wait()
                statuses.append(result.status)
                // A run starts over once, and then gives up.
                let gaveUp =
                    result.status == 1
                    && result.errors.contains("changed by another process")
                #expect(result.status == 0 && result.errors == "" || gaveUp, "\(result.errors)")
            }
            #expect(statuses.contains(0))
            #expect(shop.outputNames() == ["a", "b", "c", "index.html", "pictures.js"])
            for manifest in try Exporter(destination: shop.output).exports() {
                #expect(
                    try BundleAudit.complaints(of: "\(shop.output)/\(manifest.name)", manifest)
                        == [])
            }
            let page = try String(contentsOf: shop.folder["Output/index.html"], encoding: .utf8)
            for name in ["a", "b", "c"] { #expect(page.contains("\(name)/dzi/index.html")) }
        }
    }
}
