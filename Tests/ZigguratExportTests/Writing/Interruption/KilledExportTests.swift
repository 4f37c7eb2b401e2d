import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

/// Runs of the built program on 100 megapixels that end in the middle.
@Suite("Killed exports") struct KilledExportTests {
    private static let words = ["export", "large.jpg", "--layout", "dzi,xyz", "--overlap", "0"]
    /// The tiles of both layouts.
    private static let files = 2 * 2130

    private func largeImage(in shop: Workshop) async throws {
        try await TestPicture(width: 500, height: 500).writeRepeated(
            to: shop.folder["large.jpg"], width: 10_000, height: 10_000, options: "Q=50")
    }

    /// Runs the program until its journal names a number of files, then sends it a signal.
    private func run(
        _ words: [String] = words, until files: Int, _ signal: Int32, in shop: Workshop
    ) async throws -> CommandResult {
        let watcher = """
            import glob, os, signal, subprocess, sys, time
            command = subprocess.Popen(sys.argv[3:])
            while not isinstance(command.poll(), int):
                journals = glob.glob("Output/.ziggurat-*/.journal")
                if journals and os.path.getsize(journals[0]) > 24 * int(sys.argv[1]):
                    command.send_signal(int(sys.argv[2]))
                    break
                time.sleep(0.001)
            status = command.wait()
            sys.exit(status if status >= 0 else 128 - status)
            """
        return try await Shell.run(
            "python3",
            ["-I", "-S", "-c", watcher, "\(files)", "\(signal)", ZigguratBinary.url().path] + words,
            in: shop.folder.url)
    }

    @Test("A repeat run completes the export byte for byte")
    func killed() async throws {
        try await Workshop.with { shop in
            try await largeImage(in: shop)
            _ = try await shop.picture(width: 300, height: 200)
            try await shop.run(Self.words + ["-o", "Reference"]).orThrow()
            let reference = try InterruptedRun.contents(shop.folder["Reference/large"].path)
            #expect(reference.count > Self.files)
            for fractions in [[0.05], [0.3], [0.6, 0.9]] {
                try? FileManager.default.removeItem(atPath: shop.output)
                for fraction in fractions {
                    let files = Int(fraction * Double(Self.files))
                    let result = try await run(until: files, SIGKILL, in: shop)
                    #expect(result.status == Int(128 + SIGKILL))
                    // The destination contains the begun export, and perhaps the mark of the run.
                    #expect((1...2).contains(shop.outputNames().count))
                }
                // Other commands keep the hidden folder.
                try await shop.run(["export", "photo.jpg"]).orThrow()
                #expect(shop.outputNames().contains { $0.hasPrefix(".ziggurat-") })
                let result = try await shop.run(Self.words).orThrow()
                #expect(
                    result.errors.contains("note: Output/large: continues an interrupted export; "))
                #expect(!shop.outputNames().contains { $0.hasPrefix(".ziggurat-") })
                #expect(try InterruptedRun.contents("\(shop.output)/large") == reference)
                #expect(try Verdict("\(shop.output)/large", quick: true).findings == [])
            }
        }
    }

    @Test("Ctrl-C keeps finished tiles and prints a note; --no-resume starts over")
    func interrupted() async throws {
        try await Workshop.with { shop in
            try await largeImage(in: shop)
            let result = try await run(until: 1000, SIGINT, in: shop)
            #expect(result.status == 130)
            #expect(result.output == "")
            let lines = result.errors.split(separator: "\n")
            try #require(lines.count == 2, "\(result.errors)")
            #expect(lines[0].contains("ziggurat: large.jpg: cancelled: "))
            #expect(lines[0].contains("finished tiles are kept for 7 days"))
            #expect(lines[1] == "hint: run the same command again to continue")
            #expect(shop.outputNames().count == 1)
            let next = try await shop.run(Self.words + ["--no-resume"]).orThrow()
            #expect(next.errors == "")
            #expect(shop.outputNames() == ["index.html", "large", "pictures.js"])
        }
    }
}
