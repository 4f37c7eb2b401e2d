import Foundation
import TestSupport
import Testing
import ZigguratKit
import ZigguratSystem

@testable import ZigguratExport

@Suite("Plans of shards") struct ShardPlanTests {
    private func failure(
        in shop: Workshop, _ body: (ShardPlan) throws -> Void = { _ = try $0.tasks(of: 1) }
    ) -> ShardFailure? {
        do {
            try body(try ShardPlan(shop.folder["plan"].path))
            return nil
        } catch {
            return (error as? ZigguratError)?.reason as? ShardFailure
        }
    }

    /// Replaces the file of the first shard, and its checksum in the plan.
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
            for text in ["", "{", "[]", "{\"format\": 1}", String(plan.dropLast(40))] {
                try shop.folder.write(text, to: "plan/plan.json")
                #expect(failure(in: shop).map { $0 != .noPlan } ?? false, "\(text)")
                try restore()
            }
            try shop.replace("\"format\" : 1", with: "\"format\" : 2", in: "plan/plan.json")
            #expect(
                failure(in: shop)
                    == .otherVersion(plan: Ziggurat.version, program: Ziggurat.version))
            try restore()
            try shop.replace(
                "\"version\" : \"\(Ziggurat.version)\"", with: "\"version\" : \"0.0.1\"",
                in: "plan/plan.json")
            #expect(
                failure(in: shop) == .otherVersion(plan: "0.0.1", program: Ziggurat.version))
            try restore()
            for text in ["", shard.replacing("page", with: "pago"), String(shard.dropLast(9))] {
                try shop.folder.write(text, to: "plan/shard-1.json")
                #expect(failure(in: shop) == .damaged)
                try restore()
            }
            try FileManager.default.removeItem(at: shop.folder["plan/shard-1.json"])
            #expect(failure(in: shop) == .damaged)
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
            ("\"name\":\"page-", "\"name\":\"../page-"), ("\"name\":\"page-", "\"name\":\"/page-"),
            ("\"path\":\"/", "\"path\":\"./"), ("\"shard\":1", "\"shard\":2"),
            ("\"kind\":\"image\"", "\"kind\":\"band\""),
        ])
    func outside(old: String, new: String) async throws {
        try await Workshop.with { shop in
            try await shop.scans(2)
            try await shop.plan(shards: 1).orThrow()
            try forge(old, new, in: shop)
            #expect(failure(in: shop) == .damaged)
        }
    }

    @Test("Options that stand for other settings than planned are refused")
    func changedOptions() async throws {
        try await Workshop.with { shop in
            try await shop.scans(1)
            let pin = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[10,10]}}"#
            try shop.folder.write(pin, to: "pins.geojson")
            try await shop.plan(["--annotations", "pins.geojson"], shards: 1).orThrow()
            try shop.folder.write(pin.replacing("[10,", with: "[11,"), to: "pins.geojson")
            let run = try await shop.runShard(1)
            #expect(run.status == 1 && run.errors.contains("annotations or templates changed"))
            try shop.folder.write(pin, to: "pins.geojson")
            try await shop.runShard(1).orThrow()
        }
    }

    @Test("Plans that cannot be written")
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
}
