import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratDecoders
@testable import ZigguratImaging

/// Several threads scan pieces of a JPEG. The index equals the index of one thread, bit by bit.
///
/// `JPEG_BAND_FILES` is the number of files of each kind, and `JPEG_BAND_SEED` the number of the
/// first file; see `Tests/Endurance/bands.py`.
@Suite struct JPEGBandScanTests {
    private static let fileCount = number("JPEG_BAND_FILES") ?? 160
    private static let seed = number("JPEG_BAND_SEED") ?? 0

    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    /// The bytes of a piece, and the bytes between two recorded blocks. The shortest pieces begin at
    /// each kind of byte: stuffed bytes, markers and their second bytes.
    private static let divisions = [
        (length: 64, distance: 1), (64, 16), (67, 64), (300, 8), (1000, 64), (4096, 512),
    ]

    /// Extends the index of a file to its end, or to damage.
    private static func index(
        of file: SourceFile, threads: Int, _ division: (length: Int, distance: Int)? = nil
    ) throws -> JPEGBandIndex {
        let index = try #require(JPEGBandIndex(file))
        if let division {
            index.divideScan(
                threads: threads, length: division.length, distance: division.distance)
        }
        let workers = WorkerThreads(count: threads) {
            _ = index.extend(to: index.size.height, step: index.rowStep)
        }
        workers.join()
        return index
    }

    @Test(arguments: [false, true])
    func `The index of pieces equals the index of one thread`(_ isDamaged: Bool) async throws {
        try await TemporaryFolder.with { folder in
            let numbers = Self.seed..<Self.seed + Self.fileCount
            try await GeneratedJPEG.write(
                Self.seed, Self.fileCount, isDamaged: isDamaged, to: folder)
            var (comparisons, jumps) = (0, 0)
            for number in numbers {
                let file = try SourceFile(path: folder["\(number).jpg"].path)
                guard JPEGBandIndex(file) != nil else { continue }
                let serial = try Self.index(of: file, threads: 1)
                for (place, division) in Self.divisions.enumerated() {
                    let threads = 1 + (number + place) % 9
                    let divided = try Self.index(of: file, threads: threads, division)
                    #expect(
                        divided.isEqual(to: serial),
                        "file \(number), pieces of \(division), \(threads) threads")
                    comparisons += 1
                    jumps += divided.jumpCount
                }
            }
            // Files with restart markers are not divided.
            #expect(comparisons > Self.fileCount && jumps > comparisons, "\(jumps) jumps")
        }
    }

    @Test func `The comparison detects an index of another file`() async throws {
        try await TemporaryFolder.with { folder in
            try await GeneratedJPEG.write(0, 2, isDamaged: false, to: folder)
            let picture = TestPicture(width: 600, height: 400)
            let one = try await picture.writePhoto("-quality 90", in: folder)
            let other = folder["other.jpg"]
            var bytes = try Data(contentsOf: one)
            bytes[bytes.count / 2] ^= 0x10
            try bytes.write(to: other)
            let indexes = [
                try Self.index(of: SourceFile(path: one.path), threads: 3, (64, 8)),
                try Self.index(of: SourceFile(path: other.path), threads: 3, (64, 8)),
            ]
            #expect(!indexes[0].isEqual(to: indexes[1]) && indexes[0].isEqual(to: indexes[0]))
        }
    }

    @Test func `Nearly all of a photograph is read from pieces`() async throws {
        try await TemporaryFolder.with { folder in
            let picture = TestPicture(width: 2400, height: 1800)
            // The components of RGB have the same Huffman tables.
            for options in [
                "-sample 1x1", "-sample 2x2", "-sample 2x1 -optimize", "-grayscale",
                "-rgb -sample 1x1", "-rgb -sample 2x2 -optimize",
            ] {
                let path = try await picture.writePhoto(options, in: folder).path
                let file = try SourceFile(path: path)
                let index = try Self.index(of: file, threads: 1, (16_384, 256))
                let rows = index.size.height.dividedRoundingUp(by: index.rowStep)
                #expect(index.jumpCount > rows / 2, "\(options): \(index.jumpCount) jumps")
            }
        }
    }

    @Test(arguments: [
        ("-sample 1x1", true), ("-grayscale", true), ("-rgb -sample 1x1", true),
        ("-restart 1", false),
    ])
    func `Threads scan pieces of a file unless it has restart markers`(
        _ options: String, _ isDivided: Bool
    ) async throws {
        try await TemporaryFolder.with { folder in
            let picture = TestPicture(width: 600, height: 400)
            let path = try await picture.writePhoto(options, in: folder).path
            let index = try Self.index(of: SourceFile(path: path), threads: 3, (1000, 64))
            #expect(index.isDivided == isDivided && (index.jumpCount > 0) == isDivided)
            // All rows are in the index.
            #expect(index.extend(to: 400, step: 8))
        }
    }
}
