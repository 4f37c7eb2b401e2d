import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratDecoders
@testable import ZigguratSources

/// Scans of progressive JPEGs that several threads decode. The rows equal the rows of a sequential
/// file with equal coefficients.
@Suite struct ProgressiveScanTests {
    /// The image has more pixels than the smallest image whose scans are shared among threads.
    private static let picture = TestPicture(width: 2403, height: 1801)

    struct Kind: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var cjpeg: [String] = []
        var jpegtran: [String] = []
        /// A list of scans as cjpeg reads it.
        var scans: String?
        var threadCount = 3
    }

    private static let complete = "0: 1-63, 0, 0; 1: 1-63, 0, 0; 2: 1-63, 0, 0;"

    @Test(arguments: [
        Kind(testDescription: "usual scans", cjpeg: ["-sample", "1x1"]),
        Kind(testDescription: "half colour", cjpeg: ["-sample", "2x2"]),
        Kind(testDescription: "grey", cjpeg: ["-grayscale"], threadCount: 1),
        Kind(testDescription: "RGB", cjpeg: ["-rgb", "-sample", "1x1"]),
        Kind(testDescription: "restart markers", jpegtran: ["-restart", "7"]),
        Kind(testDescription: "arithmetic", jpegtran: ["-arithmetic"], threadCount: 0),
        Kind(testDescription: "a scan for each", scans: "0, 1, 2: 0-0, 0, 0; " + complete),
        Kind(
            testDescription: "components apart",
            scans: "0: 0-0, 0, 0; 1: 0-0, 0, 0; 2: 0-0, 0, 0; " + complete),
        Kind(
            testDescription: "colour first, in many steps",
            scans: """
                0, 1, 2: 0-0, 0, 2; 2: 1-63, 0, 0; 1: 1-63, 0, 0; 0: 1-5, 0, 3; 0: 1-5, 3, 2;
                0, 1, 2: 0-0, 2, 1; 0: 6-63, 0, 1; 0: 1-5, 2, 1; 0: 1-63, 1, 0;
                0, 1, 2: 0-0, 1, 0;
                """),
    ])
    func `Rows equal the rows of the sequential file`(_ kind: Kind) async throws {
        try await TemporaryFolder.with { folder in
            try await Self.make(kind, in: folder)
            let (ours, threadCount) = try Self.rows(of: folder["progressive.jpg"])
            let (sequential, _) = try Self.rows(of: folder["sequential.jpg"])
            #expect(ours == sequential)
            #expect(threadCount == kind.threadCount)
        }
    }

    /// Decoders of such files smooth missing values, or stop, so libjpeg reads the files as a
    /// whole.
    @Test func `Scans without the last bits are read by one thread`() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.make(
                Kind(
                    testDescription: "no last bits",
                    scans: "0, 1, 2: 0-0, 0, 0; 0: 1-63, 0, 1; 1: 1-63, 0, 1; 2: 1-63, 0, 1;"),
                in: folder)
            let file = folder["progressive.jpg"]
            #expect(try Self.rows(of: file).threadCount == 0)
            #expect(try Comparison(SourceImage(path: file.path)).isNearlySame)
        }
    }

    @Test func `A file that ends within a scan is reported as truncated`() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.make(Kind(testDescription: "usual scans"), in: folder)
            let file = folder["progressive.jpg"]
            let bytes = try Data(contentsOf: file)
            for share in [0.3, 0.6, 0.95] {
                try bytes.prefix(Int(Double(bytes.count) * share)).write(to: file)
                let error = #expect(throws: ZigguratError.self) { try Self.rows(of: file) }
                #expect(error?.code == .truncatedSource)
            }
        }
    }

    /// djpeg reads on one thread, and warns of damage.
    @Test func `Damage within scans is an error if djpeg warns of it`() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.make(Kind(testDescription: "usual scans"), in: folder)
            let file = folder["progressive.jpg"]
            let bytes = try Data(contentsOf: file)
            for part in [1, 4, 7] {
                var damaged = bytes
                let start = bytes.count * part / 8
                // No byte becomes 0xFF, which begins a marker.
                for index in start..<start + 20 where damaged[index] != 0xFF {
                    damaged[index] = UInt8(truncatingIfNeeded: index * 7) & 0x7F
                }
                try damaged.write(to: file)
                let judge = try await Shell.run("djpeg", ["-outfile", "/dev/null", file.path])
                guard judge.status == 0, judge.errors.isEmpty else {
                    #expect(throws: ZigguratError.self) { try Self.rows(of: file) }
                    continue
                }
                #expect(try Self.rows(of: file).threadCount == 3)
                #expect(try Comparison(SourceImage(path: file.path)).isNearlySame)
            }
        }
    }

    private static func make(_ kind: Kind, in folder: TemporaryFolder) async throws {
        try await picture.write(to: folder["picture.ppm"])
        var progressive = ["-progressive"]
        if let scans = kind.scans {
            try folder.write(scans, to: "scans.txt")
            progressive = ["-scans", "scans.txt"]
        }
        let commands = [
            ("cjpeg", kind.cjpeg + ["-outfile", "sequential.jpg", "picture.ppm"]),
            (
                "jpegtran",
                progressive + kind.jpegtran + ["-outfile", "progressive.jpg", "sequential.jpg"]
            ),
        ]
        for (program, arguments) in commands {
            try await Shell.run(program, arguments, in: folder.url).orThrow()
        }
    }

    /// All stored rows, and the number of threads that shared the scans.
    private static func rows(of file: URL) throws -> (samples: [UInt8], threadCount: Int) {
        let reader = try #require(try JPEGRowReader(path: file.path))
        let samples = try RowStrips.samples(of: reader)
        return (samples, reader.threadCount)
    }
}
