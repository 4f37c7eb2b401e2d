import Foundation
import TestSupport
import Testing
import ZigguratKit
import ZigguratSystem

@testable import ExportTestSupport
@testable import ZigguratExport
@testable import ZigguratShards
@testable import ZigguratStore

@Suite("Plans of shards") struct ShardPlanTests {
    private func failure(
        in shop: Workshop, _ body: (ShardPlan) throws -> Void = { _ = try $0.tasks(of: 1) }
    ) -> ShardError? {
        do {
            try body(try ShardPlan(shop.folder["plan"].path))
            return nil
        } catch {
            return (error as? ZigguratError)?.reason as? ShardError
        }
    }

    /// Edits the file of the first shard, and updates its checksum in the plan.
    private func forge(_ old: String, _ new: String, in shop: Workshop) throws {
        let place = "plan/shard-1.json"
        let before = SHA256.digest(of: [UInt8](try Data(contentsOf: shop.folder[place]))).hex
        try shop.replace(old, with: new, in: place)
        let after = SHA256.digest(of: [UInt8](try Data(contentsOf: shop.folder[place]))).hex
        try #require(before != after)
        try shop.replace(before, with: after, in: "plan/plan.json")
    }

    @Test("Damaged plans are refused")
    func damaged() async throws {
        try await Workshop.with { shop in
            #expect(failure(in: shop) == .noPlan)
            try await shop.scans(2)
            try await shop.plan(shards: 2).orThrow()
            let plan = try shop.read("plan/plan.json")
            let shard = try shop.read("plan/shard-1.json")
            func restore() throws {
                try shop.folder.write(plan, to: "plan/plan.json")
                try shop.folder.write(shard, to: "plan/shard-1.json")
            }
            // The negative control.
            #expect(failure(in: shop) == nil)
            for (text, member) in [
                ("", ""), ("{", ""), ("[]", ""), ("{\"format\": 1}", "version"),
                (String(plan.dropLast(40)), ""),
            ] {
                try shop.folder.write(text, to: "plan/plan.json")
                #expect(failure(in: shop) == .invalid(member: member), "\(text)")
                try restore()
            }
            try shop.replace("\"format\" : 1", with: "\"format\" : 2", in: "plan/plan.json")
            #expect(failure(in: shop) == .otherFormat(plan: 2, program: 1))
            try restore()
            try shop.replace(
                "\"version\" : \"\(Ziggurat.version)\"", with: "\"version\" : \"0.0.1\"",
                in: "plan/plan.json")
            #expect(
                failure(in: shop) == .otherVersion(plan: "0.0.1", program: Ziggurat.version))
            try restore()
            for text in ["", shard.replacing("page", with: "pago"), String(shard.dropLast(9))] {
                try shop.folder.write(text, to: "plan/shard-1.json")
                #expect(failure(in: shop) == .fileChanged)
                try restore()
            }
            try FileManager.default.removeItem(at: shop.folder["plan/shard-1.json"])
            #expect(failure(in: shop) == .fileMissing)
            try restore()
            #expect(
                failure(in: shop) { _ = try $0.tasks(of: 3) } == .noSuchShard(3, count: 2))
            #expect(
                failure(in: shop) { _ = try $0.tasks(of: 0) } == .noSuchShard(0, count: 2))
        }
    }

    @Test(
        "Names and paths that lead out of the plan are refused",
        arguments: [
            ("\"name\":\"page-", "\"name\":\"../page-", "tasks[0].name"),
            ("\"name\":\"page-", "\"name\":\"/page-", "tasks[0].name"),
            ("\"path\":\"/", "\"path\":\"./", "tasks[0].source.path"),
            ("\"shard\":1", "\"shard\":2", "shard"),
            ("\"cost\":", "\"price\":", "tasks[0].cost"),
        ])
    func outside(old: String, new: String, member: String) async throws {
        try await Workshop.with { shop in
            try await shop.scans(2)
            try await shop.plan(shards: 1).orThrow()
            try forge(old, new, in: shop)
            #expect(failure(in: shop) == .invalid(member: member))
        }
    }

    @Test(
        "Numbers out of range are refused",
        arguments: [
            ("images", "-5"), ("tiles", "-9223372036854775808"), ("bytes", "9007199254740994"),
            ("cost", "1e308"), ("cost", "-1"),
        ])
    func range(member: String, value: String) async throws {
        try await Workshop.with { shop in
            try await shop.scans(1)
            try await shop.plan(shards: 1).orThrow()
            try shop.set(member, to: value, in: "plan/plan.json")
            #expect(
                failure(in: shop)
                    == .invalid(member: "shards[0].\(member)", limit: 9_007_199_254_740_992))
            #expect(try await shop.run(["shard", "status", "plan", "--json"]).status == 1)
        }
    }

    @Test(
        "Options or an output folder that were changed in the plan are refused",
        arguments: [
            ("--quality=30", "--quality=40", "options, annotations, tours or templates changed"),
            ("\"options\" : [", "\"options\" : [ \"--shared-assets\", ", "options, annotations"),
            ("\"options\" : [", "\"options\" : [ \"extra\", ", "options is missing or invalid"),
            (
                "\"options\" : [", "\"options\" : [ \"--shards=3\", ",
                "options is missing or invalid"
            ),
            ("/Output\"", "/Other\"", "options, annotations, tours or templates changed"),
        ])
    func editedOptions(old: String, new: String, error: String) async throws {
        try await Workshop.with { shop in
            try await shop.scans(1)
            try await shop.plan(
                ["--quality", "30", "--jobs", "1", "--by-size", "--json"], shards: 1
            ).orThrow()
            // The plan has only export options, without the output folder.
            #expect(
                try ShardPlan(shop.folder["plan"].path).summary.options == ["--quality=30"])
            try shop.replace(old, with: new, in: "plan/plan.json")
            let run = try await shop.runShard(1)
            #expect(run.status == 1 && run.errors.contains(error), "\(run.errors)")
            #expect(shop.outputNames() == [])
        }
    }

    @Test("Options with other settings than planned are refused")
    func changedOptions() async throws {
        try await Workshop.with { shop in
            try await shop.scans(1)
            let pin = try await shop.planWithPin()
            try shop.folder.write(pin.replacing("[10,", with: "[11,"), to: "pins.geojson")
            let run = try await shop.runShard(1)
            #expect(
                run.status == 1 && run.errors.contains("annotations, tours or templates changed"))
            try shop.folder.write(pin, to: "pins.geojson")
            try await shop.runShard(1).orThrow()
        }
    }

    @Test("Plans that cannot be written are refused")
    func refusedPlans() async throws {
        try await Workshop.with { shop in
            try await shop.scans(2)
            try shop.folder.write("scans/page-0.jpg\nscans/gone.jpg\n", to: "names.txt")
            try shop.folder.write("x", to: "full/file")
            func errors(_ words: [String], status: Int) async throws -> String {
                let result = try await shop.run(["shard", "plan"] + words)
                #expect(result.status == status, "\(words)")
                return result.errors
            }
            let usual = ["--shards", "2", "--plan", "plan"]
            #expect(try await errors(usual, status: 2).contains("missing argument IMAGE"))
            #expect(try await errors(["scans", "--plan", "p"], status: 2).contains("--shards"))
            #expect(
                try await errors(["--list", "names.txt"] + usual, status: 1)
                    .contains("scans/gone.jpg: not found"))
            #expect(
                try await errors(["scans", "scans/page-0.jpg", "--book"] + usual, status: 2)
                    .contains("unsupported in shards: books"))
            #expect(try await errors(["-"] + usual, status: 2).contains("standard input"))
            #expect(
                try await errors(["scans", "--shards", "1", "--plan", "full"], status: 1)
                    .contains("not empty"))
            #expect(
                try await errors(["scans", "--name", "same"] + usual, status: 1).contains("same"))
            for (name, problem) in [("viewer", "is reserved"), ("a\nb", "control characters")] {
                let image = try await shop.picture("bad/\(name).jpg")
                #expect(
                    try await errors([image, "scans"] + usual, status: 2).contains(problem))
                #expect(
                    try await errors([image, "--by-size"] + usual, status: 2).contains(problem))
            }
            try shop.folder.write("", to: "empty.txt")
            #expect(
                try await errors(["--list", "empty.txt"] + usual, status: 1).contains("no images"))
            for place in ["out", "out/plan", "other/../out/plan"] {
                try shop.folder.write("x", to: "other/file")
                #expect(
                    try await errors(
                        ["scans", "-o", "out", "--shards", "1", "--plan", place], status: 2
                    ).contains("inside the output folder"))
            }
            #expect(!FileManager.default.fileExists(atPath: shop.folder["plan"].path))
        }
    }

    @Test("An image that takes longer than an equal share is named")
    func largeImage() async throws {
        try await Workshop.with { shop in
            try await shop.scans(3)
            _ = try await shop.picture("scans/wide.png", width: 4000, height: 2000)
            let plan = try await shop.plan().orThrow()
            #expect(plan.errors.contains("scans/wide.png takes longer than an equal share"))
        }
    }

    @Test("Only one of two plans for a folder is written, and files of killed plans are removed")
    func samePlace() async throws {
        try await Workshop.with { shop in
            try await shop.scans(4)
            try shop.folder.write("x", to: ".ziggurat-0/shard-1.json")
            try FileManager.default.createDirectory(
                at: shop.folder["plan"], withIntermediateDirectories: false)
            async let first = shop.plan(shards: 1)
            async let second = shop.plan(shards: 2)
            let results = [try await first, try await second]
            #expect(results.compactMap(\.status).sorted() == [0, 1])
            let refused = try #require(results.first { $0.status == 1 })
            #expect(refused.errors.contains("plan: already exists and is not empty"))
            let plan = try ShardPlan(shop.folder["plan"].path)
            #expect(plan.count == (results[0].status == 0 ? 1 : 2))
            #expect(
                try FileSystem.entries(in: shop.folder.url.path, startingWith: ".ziggurat-") == [])
        }
    }

    @Test("A cancelled plan leaves no files")
    func cancelled() async throws {
        try await Workshop.with { shop in
            try await shop.scans(3)
            let batch = ExportBatch([shop.folder["scans"].path], exporter: shop.exporter())
            let cancellation = Cancellation()
            var counts: [Int] = []
            #expect {
                try batch.planShards(
                    1, to: shop.folder["plan"].path, options: [], withChecksums: true,
                    cancellation: cancellation
                ) { progress in
                    guard case .bytes(_, let count) = progress else { return }
                    counts.append(count)
                    cancellation.cancel()
                }
            } throws: { error in
                (error as? ShardPlanner.Failures)?.errors.map(\.code) == [.cancelled]
            }
            let sizes = ["page-0.jpg", "page-1.png", "plate-2.jpg"].map {
                FileSystem.size(of: shop.folder["scans/\($0)"].path)
            }
            #expect(counts == [sizes.reduce(0, +)])
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: shop.folder.url.path)
                    == ["scans"])
        }
    }

    @Test("Each note states its reason once")
    func notes() async throws {
        try await Workshop.with { shop in
            try await shop.scans(2)
            let few = try await shop.plan(shards: 3).orThrow()
            #expect(few.errors.contains("1 shard without an image"))
            #expect(!few.errors.contains("longer than an equal share"))
            try FileManager.default.removeItem(at: shop.folder["plan"])
            let pages = try await shop.plan(["--page", "9"], shards: 2).orThrow()
            #expect(pages.errors.contains("cannot read the header of scans/page-0.jpg and 1 other"))
            #expect(pages.errors.contains("page 9"))
            #expect(!pages.errors.contains("longer than an equal share"))
        }
    }
}
