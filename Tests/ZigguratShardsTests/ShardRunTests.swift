import Foundation
import TestSupport
import Testing
import ZigguratKit
import ZigguratSystem

@testable import ExportTestSupport
@testable import ZigguratExport
@testable import ZigguratShards
@testable import ZigguratStore

@Suite("Runs of shards") struct ShardRunTests {
    @Test("A shard that is done ends at once; finish writes the gallery")
    func done() async throws {
        try await Workshop.with { shop in
            try await shop.scans(4)
            try await shop.plan().orThrow()
            for number in 1...3 { try await shop.runShard(number).orThrow() }
            #expect(!shop.outputNames().contains("index.html"))
            // The run does not even read the file of the shard.
            try FileManager.default.removeItem(at: shop.folder["plan/shard-2.json"])
            try await shop.runShard(2).orThrow()
            let result = try await shop.run(["shard", "finish", "plan"])
            #expect(result.status == 1 && result.errors.contains("damaged plan"))
        }
    }

    /// The files that exist when the run is killed: its lock, and the folder of an export.
    @Test("A killed shard is run again", arguments: ["plan/shard-1.lock", "Output/.ziggurat-*"])
    func killed(after file: String) async throws {
        try await Workshop.with { shop in
            try await shop.scans(8)
            // The large image takes long enough to kill the run before its end.
            try await TestPicture(width: 500, height: 500).writeRepeated(
                to: shop.folder["scans/large.jpg"], width: 6000, height: 6000, options: "Q=50")
            try await shop.plan(shards: 1).orThrow()
            let killed = try await shop.script(
                """
                "$0" shard run plan 1 & \(Self.exists(file))
                kill -KILL $!
                wait $!
                """)
            #expect(killed.status == 128 + 9)
            #expect(try ShardPlan(shop.folder["plan"].path).result(of: 1) == nil)
            try await shop.runShard(1).orThrow()
            try await shop.run(["shard", "finish", "plan"]).orThrow()
            try await shop.run(["export", "scans", "-o", "Single"]).orThrow()
            #expect(try shop.contents("Output") == shop.contents("Single"))
        }
    }

    @Test("Two simultaneous runs of a shard succeed, and export each image once")
    func twice() async throws {
        try await Workshop.with { shop in
            try await shop.scans(9)
            try await shop.plan(shards: 1).orThrow()
            async let first = shop.run(["shard", "run", "plan", "1", "--json"])
            async let second = shop.run(["shard", "run", "plan", "1", "--json"])
            let results = [try await first, try await second]
            #expect(results.map(\.status) == [0, 0])
            let exported = try results.map { result in
                try #require(JSONValue(parsing: [UInt8](result.output.utf8)))["summary"][
                    "exported"
                ].integer
            }
            #expect(exported.compactMap(\.self).sorted() == [0, 9])
        }
    }

    @Test("A changed source is refused; the other images are exported")
    func changedSource() async throws {
        try await Workshop.with { shop in
            try await shop.scans(3)
            try await shop.plan(["--source-checksums"], shards: 1).orThrow()
            let file = shop.folder["scans/page-0.jpg"]
            let date = try FileManager.default.attributesOfItem(atPath: file.path)
            // With equal size and time, only the checksum differs.
            var bytes = try Data(contentsOf: file)
            bytes[bytes.count - 20] ^= 1
            try bytes.write(to: file)
            try FileManager.default.setAttributes(
                [.modificationDate: try #require(date[.modificationDate])],
                ofItemAtPath: file.path)
            try FileManager.default.setAttributes(
                [.modificationDate: Date.now], ofItemAtPath: shop.folder["scans/page-1.png"].path)
            try FileManager.default.removeItem(at: shop.folder["scans/plate-2.jpg"])
            _ = try await shop.picture("scans/plate-2.jpg", width: 310, height: 200)
            let run = try await shop.runShard(1)
            #expect(run.status == 1)
            let result = try #require(try ShardPlan(shop.folder["plan"].path).result(of: 1))
            #expect(result.outcome == .failed)
            #expect(
                result.failures.map { $0.subject.split(separator: "/").last } == [
                    "page-0.jpg", "page-1.png", "plate-2.jpg",
                ])
            #expect(result.failures.allSatisfy { $0.problem.hasPrefix("source changed") })
            #expect(shop.outputNames() == [])
        }
    }

    @Test("Failed and missing shards: finish lists them, status counts them")
    func unfinished() async throws {
        try await Workshop.with { shop in
            try await shop.scans(4)
            try shop.folder.write("no image", to: "scans/broken.jpg")
            let names = ["page-0.jpg", "page-1.png", "plate-2.jpg", "broken.jpg"]
            let plan = try await shop.plan(images: names.map { "scans/\($0)" }).orThrow()
            #expect(plan.errors.contains("cannot read the header"))
            let shards = try ShardPlan(shop.folder["plan"].path)
            let holder = try #require(
                try (1...3).first {
                    try shards.tasks(of: $0).contains { $0.name == "broken" }
                })
            #expect(try await shop.runShard(holder).status == 1)
            let other = holder % 3 + 1
            try await shop.runShard(other).orThrow()
            #expect(
                try shards.statuses().map(\.state)
                    == (1...3).map { $0 == holder ? .failed : $0 == other ? .done : .missing })
            let finish = try await shop.run(["shard", "finish", "plan"])
            let missing = try #require((1...3).first { $0 != holder && $0 != other })
            #expect(finish.status == 1)
            #expect(finish.errors.contains("shard \(holder): 1 image failed"))
            #expect(finish.errors.contains("shard \(missing): missing"))
            #expect(!finish.errors.contains("shard \(other):"))
            #expect(!shop.outputNames().contains("index.html"))

            let status = try await shop.run(["shard", "status", "plan"]).orThrow()
            #expect(status.output.contains("1 done, 0 running, 1 failed, 1 missing, about"))
            #expect(status.output.contains("broken.jpg: "))

            try await shop.runShard(missing).orThrow()
            try await shop.run(["shard", "finish", "plan", "--allow-failures"]).orThrow()
            #expect(shop.outputNames().contains("index.html"))
        }
    }

    @Test("A held lock means running")
    func running() async throws {
        try await Workshop.with { shop in
            try await shop.scans(1)
            try await shop.plan(shards: 1).orThrow()
            let plan = try ShardPlan(shop.folder["plan"].path)
            let lock = try FileHandle.lockFile(plan.lockPlace(of: 1))
            #expect(lock.lock(waits: false))
            #expect(try plan.statuses().map(\.state) == [.running])
            lock.unlock()
            #expect(try plan.statuses().map(\.state) == [.missing])
            // Another, simultaneous `shard status` holds the shared lock.
            #expect(flock(lock.descriptor, LOCK_SH | LOCK_NB) == 0)
            #expect(try plan.statuses().map(\.state) == [.missing])
        }
    }

    @Test("A shard that is done does not read the files of its options")
    func doneWithoutFiles() async throws {
        try await Workshop.with { shop in
            try await shop.scans(1)
            try await shop.planWithPin()
            try await shop.runShard(1).orThrow()
            try FileManager.default.removeItem(at: shop.folder["pins.geojson"])
            let run = try await shop.run(["shard", "run", "plan", "1", "--json"]).orThrow()
            let document = try #require(JSONValue(parsing: [UInt8](run.output.utf8)))
            #expect(document["exports"].array?.count == 0)
        }
    }

    @Test(
        "Finish finds exports that differ from the plan, and their shard is run again",
        arguments: [
            ["rm", "-r", "Output/page-0"],
            ["sh", "-c", "echo {} >Output/page-0/ziggurat.json"],
            ["sed", "-i", "s/page-0.jpg/page-9.jpg/", "Output/page-0/ziggurat.json"],
            ["sed", "-i", "s/\"modified\" : \"/&9/", "Output/page-0/ziggurat.json"],
            ["ziggurat", "export", "scans/page-0.jpg", "--layout", "xyz", "--replace"],
        ])
    func otherExport(_ command: [String]) async throws {
        try await Workshop.with { shop in
            try await shop.scans(2)
            try await shop.plan(shards: 1).orThrow()
            try await shop.runShard(1).orThrow()
            let program = try command[0] == "ziggurat" ? ZigguratBinary.url().path : command[0]
            try await Shell.run(program, Array(command.dropFirst()), in: shop.folder.url).orThrow()
            let finish = try await shop.run(["shard", "finish", "plan"])
            #expect(finish.status == 1)
            #expect(finish.errors.contains("shard 1: 1 export missing, or of another source"))
            let plan = try ShardPlan(shop.folder["plan"].path)
            #expect(try plan.statuses().map(\.state) == [.missing])
            try await shop.runShard(1).orThrow()
            try await shop.run(["shard", "finish", "plan"]).orThrow()
        }
    }

    @Test("If all images failed, finish prints the reason once")
    func nothingExported() async throws {
        try await Workshop.with { shop in
            try await shop.failedShard()
            let finish = try await shop.run(["shard", "finish", "plan", "--allow-failures"])
            #expect(finish.status == 1)
            #expect(finish.errors.split(separator: "\n").count { $0.hasPrefix("ziggurat: ") } == 1)
        }
    }

    @Test(
        "A result with invalid numbers is ignored",
        arguments: [
            ("seconds", "1e300"), ("seconds", "-1e300"), ("exported", "-1"), ("upToDate", "1e30"),
        ])
    func invalidResult(member: String, value: String) async throws {
        try await Workshop.with { shop in
            try await shop.scans(1)
            try await shop.plan(shards: 1).orThrow()
            try await shop.runShard(1).orThrow()
            let plan = try ShardPlan(shop.folder["plan"].path)
            // The negative control.
            #expect(try plan.statuses().map(\.state) == [.done])
            try shop.set(member, to: value, in: "plan/result-1.json")
            #expect(try plan.statuses().map(\.state) == [.missing])
            try await shop.run(["shard", "status", "plan"]).orThrow()
        }
    }

    @Test("Control characters in results are escaped")
    func controlCharacters() async throws {
        try await Workshop.with { shop in
            try await shop.failedShard()
            try shop.set("subject", to: #""\u001b[2J\na""#, in: "plan/result-1.json")
            let status = try await shop.run(["shard", "status", "plan"]).orThrow()
            #expect(status.output.contains("[2J") && !status.output.contains("\u{1B}"))
            #expect(!status.output.contains("\na: "))
        }
    }

    /// A command that waits for a file.
    private static func exists(_ pattern: String) -> String {
        "until compgen -G '\(pattern)' >/dev/null; do sleep 0.01; done"
    }

    /// Waits until the run exports an image, under its lock.
    private static let started = exists("Output/.ziggurat-*")

    @Test(
        "A run ends with its parent, except under nohup",
        arguments: [("", ShardStatus.State.missing), ("nohup", .done)])
    func parentEnds(prefix: String, state: ShardStatus.State) async throws {
        try await Workshop.with { shop in
            try await shop.longShard()
            // When the run has ended, its lock is free. No process outlives the outer shell.
            try await shop.script(
                """
                bash -c '\(prefix) "$0" shard run plan 1 >log 2>&1 & eval "$1"' "$0" "\(Self.started)"
                flock plan/shard-1.lock true
                """
            ).orThrow()
            let plan = try ShardPlan(shop.folder["plan"].path)
            #expect(try plan.statuses().map(\.state) == [state])
            #expect(try shop.read("log").contains("cancelled") == (state == .missing))
        }
    }

    @Test("A cancelled run prints its document and one error")
    func cancelled() async throws {
        try await Workshop.with { shop in
            try await shop.longShard()
            let run = try await shop.script(
                """
                "$0" shard run plan 1 --json & \(Self.started)
                kill -TERM $!
                wait $!
                """)
            #expect(run.status == 130)
            let document = try #require(JSONValue(parsing: [UInt8](run.output.utf8)))
            #expect(document["errors"].array?.map { $0["code"] } == ["cancelled"])
            #expect(run.errors.split(separator: "\n").count { $0.hasPrefix("ziggurat: ") } == 1)
            #expect(try ShardPlan(shop.folder["plan"].path).result(of: 1) == nil)
        }
    }

    @Test("A run that waits for another run prints a note")
    func waiting() async throws {
        try await Workshop.with { shop in
            try await shop.scans(1)
            try await shop.plan(shards: 1).orThrow()
            let plan = try ShardPlan(shop.folder["plan"].path)
            let lock = try FileHandle.lockFile(plan.lockPlace(of: 1))
            #expect(lock.lock(waits: false))
            let run = try shop.start(["shard", "run", "plan", "1"])
            try await Patience.wait {
                run.hasEnded
                    || run.errorsSoFar().contains("note: waits for another run of shard 1\n")
            }
            #expect(!run.hasEnded && shop.outputNames() == [])
            lock.unlock()
            try await run.wait().orThrow()
            #expect(shop.outputNames().contains("page-0"))
        }
    }
}
