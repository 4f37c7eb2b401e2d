import Foundation
import SampleImage
import TestSupport
import ZigguratKit

/// A folder with exports, and a folder that stands in for the remote.
struct PublishShop {
    let folder: TemporaryFolder

    var output: URL { folder["out"] }
    var there: URL { folder["there"] }
    /// The remote in rclone's notation.
    var remote: String { ":local:\(there.path)" }

    static func with<Result>(
        exports: [String] = ["photo"], _ body: (PublishShop) async throws -> Result
    ) async throws -> Result {
        try await TemporaryFolder.with { folder in
            let shop = PublishShop(folder: folder)
            try shop.export(exports)
            return try await body(shop)
        }
    }

    func export(_ names: [String], width: Int = 600) throws {
        var exporter = Exporter(destination: output.path, layouts: [.dzi, .iiif3])
        exporter.options.isForced = true
        for name in names {
            let file = folder["\(name).jpg"]
            if try !Self.drawn.copy(width, to: file) {
                try SampleImage(width: width, height: 400).write(to: file.path) { _ in true }
                try Self.drawn.keep(file, as: width)
            }
            try exporter.export(file.path)
        }
        try exporter.writeGallery()
    }

    /// Sample images by their width.
    private static let drawn = MadeFiles<Int>()

    /// Runs the built program.
    ///
    /// - Parameter path: the value of `PATH` for the program.
    func publish(
        _ arguments: [String], path: String? = nil, config: URL? = nil
    ) async throws -> CommandResult {
        // `env` sets `PATH`, because the guardian needs the `PATH` of the tests.
        let settings =
            (path.map { ["PATH=\($0)"] } ?? [])
            + (config.map { ["RCLONE_CONFIG=\($0.path)"] } ?? [])
        return try await Shell.run(
            "/usr/bin/env",
            settings + [try ZigguratBinary.url().path, "publish"] + arguments,
            in: folder.url)
    }

    /// The command lines of running processes that contain these words.
    static func processes(with words: String) -> [String] {
        let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return numbers.compactMap { number in
            guard Int(number) != nil,
                let bytes = FileManager.default.contents(atPath: "/proc/\(number)/cmdline")
            else { return nil }
            let line = String(decoding: bytes, as: UTF8.self).replacing("\0", with: " ")
            return line.contains(words) ? line : nil
        }
    }

    /// The differences between two folders, without hidden files and times.
    static func differences(_ left: URL, _ right: URL) async throws -> String {
        let run = try await Shell.run("diff", ["-r", "-x", ".*", left.path, right.path])
        return run.output + run.errors
    }
}
