import Foundation
import TestSupport
import Testing

@testable import ExportTestSupport

/// Memory depends on the width of an image, not on its height. The system measures the peak memory
/// of the built program.
@Suite(.serialized) struct MemoryTests {
    private static let limit = 300_000_000

    /// Whether the peak memory of a run, as the system measured it, exceeds a limit.
    private func exceeds(_ result: CommandResult, _ limit: Int) -> Bool {
        result.peakMemory > limit
    }

    @Test func threeLayoutsOf20000ColumnsFitIn300Megabytes() async throws {
        try await Workshop.with { shop in
            try await TestPicture(width: 1000, height: 1000)
                .writeRepeated(to: shop.folder["large.jpg"], width: 20_000, height: 4000)
            let result = try await shop.run(
                [
                    "export", "large.jpg", "--layout", "dzi,xyz,iiif3", "--base-url",
                    "https://example.org", "--progress", "none",
                ]
            ).orThrow()
            // The peak exceeds the memory of an idle program, so the measurement belongs to this
            // run.
            #expect(exceeds(result, 30_000_000))
            #expect(!exceeds(result, Self.limit), "\(result.peakMemory) bytes")
        }
    }

    @Test func heightTakesNoMemory() async throws {
        try await Workshop.with { shop in
            var peaks: [Int] = []
            for height in [5000, 50_000] {
                let file = shop.folder["tall.tif"]
                try await TestPicture(width: 500, height: 500).writeRepeated(
                    to: file, width: 1000, height: height, options: "compression=jpeg,Q=50")
                let result = try await shop.run(
                    [
                        "export", "tall.tif", "--quality", "30", "--viewer", "none",
                        "--progress", "none",
                    ]
                ).orThrow()
                #expect(result.output.contains("dzi"))
                peaks.append(result.peakMemory)
            }
            #expect(peaks[1] < peaks[0] * 105 / 100, "\(peaks)")
            #expect(peaks[1] < Self.limit)
        }
    }

    /// Compares plans with peaks. Processes of a debug build use more memory; the allowance in
    /// megabytes covers the difference.
    private func comparison(_ kinds: String, allowance: Int) async throws -> CommandResult {
        try await Shell.run(
            "python3",
            [
                "-B", Repository.root.appending(path: "Benchmarks/memory").path,
                "--program", try ZigguratBinary.url().path, "--kinds", kinds,
                "--sides", "2000x1500", "--allowance", "\(allowance)",
            ])
    }

    @Test func `Exports fit in the memory that their plans state`() async throws {
        let result = try await comparison(
            "jpeg-progressive,jpeg-zip,webp-lossless,psd", allowance: 36)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.output.contains("5 measured, 0 wrong"), "\(result.output)")
        // The negative control: the comparison fails for an export that exceeds its plan.
        #expect(try await comparison("jpeg-zip", allowance: -30).status == 1)
    }

    /// The negative control: a program that uses more memory exceeds the limit.
    @Test func aProgramThatTakesMoreIsCaught() async throws {
        let over = try await Shell.run("python3", ["-c", "bytearray(310_000_000)"])
        #expect(exceeds(over, Self.limit))
        let under = try await Shell.run("python3", ["-c", "bytearray(200_000_000)"])
        #expect(!exceeds(under, Self.limit))
        // An image that is held as a whole needs memory for its height.
        #expect(over.peakMemory > under.peakMemory * 105 / 100)
    }
}
