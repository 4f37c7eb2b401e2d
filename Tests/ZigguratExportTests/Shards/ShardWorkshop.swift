import Foundation
import TestSupport
import ZigguratKit

/// Images, a plan of their shards, and the same images exported at once.
extension Workshop {
    /// Draws images of different sizes in `scans`.
    func scans(_ count: Int) async throws {
        for number in 0..<count {
            _ = try await picture(
                "scans/\(number % 3 == 2 ? "plate" : "page")-\(number).\(number % 2 == 0 ? "jpg" : "png")",
                width: 300 + 100 * number, height: 400)
        }
    }

    /// Plans the shards of `scans`, with exports in `Output`.
    @discardableResult
    func plan(
        _ options: [String] = [], shards: Int = 3, images: [String] = ["scans"]
    ) async throws -> CommandResult {
        try await run(
            ["shard", "plan"] + images + ["--shards", "\(shards)", "--plan", "plan"] + options)
    }

    func runShard(_ number: Int) async throws -> CommandResult {
        try await run(["shard", "run", "plan", "\(number)"])
    }

    /// The bytes of all files in a folder.
    func contents(_ name: String) throws -> [String: Data] {
        try InterruptedRun.contents(folder[name].path)
    }

    func read(_ file: String) throws -> String {
        try String(contentsOf: folder[file], encoding: .utf8)
    }

    func replace(_ old: String, with new: String, in file: String) throws {
        let text = try read(file)
        try folder.write(text.replacing(old, with: new), to: file)
    }
}
