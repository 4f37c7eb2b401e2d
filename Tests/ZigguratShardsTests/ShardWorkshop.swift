import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

/// Helpers for tests of shards.
extension Workshop {
    /// Draws images of different sizes in `scans`.
    func scans(_ count: Int) async throws {
        for number in 0..<count {
            _ = try await picture(
                "scans/\(number % 3 == 2 ? "plate" : "page")-\(number)"
                    + (number % 2 == 0 ? ".jpg" : ".png"),
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

    /// Returns the bytes of all files in a folder.
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

    /// Sets the first member with a name in a JSON file with one member per line.
    func set(_ member: String, to value: String, in file: String) throws {
        let pattern = try Regex("\"\(member)\" : [^,\n]+")
        let text = try read(file)
        let changed = text.replacing(pattern, with: "\"\(member)\" : \(value)", maxReplacements: 1)
        if changed == text { throw CocoaError(.fileReadCorruptFile) }
        try folder.write(changed, to: file)
    }

    /// Plans one shard with an invalid image, and runs it.
    func failedShard() async throws {
        try folder.write("no image", to: "scans/broken.jpg")
        try await plan(shards: 1, images: ["scans/broken.jpg"]).orThrow()
        #expect(try await runShard(1).status == 1)
    }

    /// Plans one shard of `scans` with an annotation in `pins.geojson`, and returns that file's text.
    @discardableResult
    func planWithPin() async throws -> String {
        let pin = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[10,10]}}"#
        try folder.write(pin, to: "pins.geojson")
        try await plan(["--annotations", "pins.geojson"], shards: 1).orThrow()
        return pin
    }

    /// Plans one shard whose run takes more than a second.
    func longShard() async throws {
        try await scans(1)
        try await TestPicture(width: 500, height: 500).writeRepeated(
            to: folder["scans/large.jpg"], width: 8000, height: 8000, options: "Q=50")
        try await plan(shards: 1).orThrow()
    }

    /// Runs a bash script; `$0` is the program.
    func script(_ text: String) async throws -> CommandResult {
        try await Shell.run("bash", ["-c", text, ZigguratBinary.url().path], in: folder.url)
    }
}
