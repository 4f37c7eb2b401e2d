import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratDecoders
@testable import ZigguratImaging

/// Bands of a JPEG have the rows of one decoder, or its error. `jpeg-writer` writes the files.
///
/// `JPEG_BAND_FILES` is the number of files of each kind, and `JPEG_BAND_SEED` the number of the
/// first file; see `Tests/Endurance/bands.py`.
@Suite struct JPEGBandTests {
    private static let fileCount = number("JPEG_BAND_FILES") ?? 160
    private static let seed = number("JPEG_BAND_SEED") ?? 0
    /// Each part runs as one test, and parts run at the same time.
    private static let parts = 4

    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    /// Whether undamaged files or damaged files are read, and the part of them.
    private static let groups = (0..<parts).flatMap { [(false, $0), (true, $0)] }

    @Test(arguments: groups)
    func `Bands have the rows of one decoder, or its error`(
        _ isDamaged: Bool, _ part: Int
    ) async throws {
        try await TemporaryFolder.with { folder in
            let count = Self.fileCount / Self.parts
            let first = Self.seed + part * count
            try await GeneratedJPEG.write(first, count, isDamaged: isDamaged, to: folder)
            var counts = Counts()
            for number in first..<first + count {
                let file = try SourceFile(path: folder["\(number).jpg"].path)
                try Self.compare(file, number, &counts)
            }
            // Nearly all files have bands.
            #expect(counts.comparisons > count)
            if isDamaged {
                #expect(counts.failures > count / 4 && counts.comparisons > counts.failures)
            } else {
                #expect(counts.failures == 0)
            }
        }
    }

    private struct Counts {
        var comparisons = 0
        var failures = 0
    }

    /// The result of a reader: rows or an error.
    private enum Rows: Equatable {
        case rows([UInt8])
        case failure(SourceError?)

        init(_ read: () throws(ZigguratError) -> [UInt8]) {
            do throws(ZigguratError) {
                self = .rows(try read())
            } catch {
                self = .failure(error.reason as? SourceError)
            }
        }
    }

    /// Reads a file in bands of several heights on several numbers of threads, and on one thread.
    private static func compare(
        _ file: SourceFile, _ number: Int, _ counts: inout Counts
    ) throws {
        guard let reader = try? JPEGReader(file), reader.isPlain, let index = JPEGBandIndex(file)
        else { return }
        let serial = try serialRows(file, number)
        let step = index.rowStep
        for (place, height) in [1, step, 2 * step, 5 * step, 7 + number % 90].enumerated() {
            let threads = 1 + (number + place) % 9
            let isDivided = place.isMultiple(of: 2)
            let source = try source(
                file, number, height: height, threads: threads, isDivided: isDivided)
            let bands = Rows { () throws(ZigguratError) in
                try BandRun.samples(of: source, threads: threads)
            }
            counts.comparisons += 1
            if case .failure = serial { counts.failures += 1 }
            guard bands != serial else { continue }
            Issue.record(
                """
                file \(number), bands of \(height) rows, \(threads) threads: \
                \(summary(bands)), one decoder: \(summary(serial))
                """)
        }
    }

    private static func serialRows(_ file: SourceFile, _ number: Int) throws -> Rows {
        let rows = try #require(try JPEGRowReader(JPEGReader(file)))
        let conversion = try conversion(rows.pixels, number)
        return Rows { () throws(ZigguratError) in
            let reader = try PixelReading(rows, conversion).makeRowReader()
            return try samples(of: reader)
        }
    }

    /// - Parameter isDivided: whether the threads scan pieces of the file, which are short here, so
    ///   that small files have several pieces.
    private static func source(
        _ file: SourceFile, _ number: Int, height: Int, threads: Int, isDivided: Bool = false
    ) throws -> JPEGBandSource {
        let index = try #require(JPEGBandIndex(file))
        if isDivided { index.divideScan(threads: threads, length: 64 + number % 900, distance: 16) }
        let rows = try #require(try JPEGRowReader(JPEGReader(file)))
        let conversion = try conversion(rows.pixels, number)
        return try #require(
            JPEGBandSource(index, rows, conversion, height: height, threads: threads))
    }

    /// Some files are converted to longer or shorter rows.
    private static func conversion(_ pixels: StoredPixels, _ number: Int) throws -> RowConversion {
        let profiles: [StoredPixels.Colours: [UInt8]] = [
            .grey: TestProfile.grey(gamma: 1.8), .rgb: TestProfile.matrix(gamma: 1.8),
        ]
        let target =
            switch number % 4 {
            case 0: ReadingTarget(sampleBytes: 2, keepsCMYK: true)
            case 1 where pixels.colours != .cmyk: ReadingTarget(appliesProfile: true)
            default: ReadingTarget(keepsCMYK: true)
            }
        return try #require(
            try RowConversion(pixels, profile: profiles[pixels.colours], target))
    }

    /// Reads as many rows at once as a pyramid.
    private static func samples(of reader: any RowReader) throws(ZigguratError) -> [UInt8] {
        let (length, height) = (reader.size.width * reader.bytesPerPixel, reader.size.height)
        var samples = [UInt8](repeating: 0, count: length * height)
        try samples.withUnsafeMutableBufferPointer { samples throws(ZigguratError) in
            guard let start = samples.baseAddress else { return }
            for first in stride(from: 0, to: height, by: RowChunk.height) {
                let rows = (first..<min(first + RowChunk.height, height)).map {
                    start + $0 * length
                }
                try reader.read(rows[...])
            }
        }
        return samples
    }

    private static func summary(_ rows: Rows) -> String {
        switch rows {
        case .rows(let samples): "\(samples.count) samples"
        case .failure(let error): String(describing: error)
        }
    }

    @Test func `The comparison detects a changed file`() async throws {
        try await TemporaryFolder.with { folder in
            try await GeneratedJPEG.write(0, 40, isDamaged: false, to: folder)
            var changes = 0
            for number in 0..<40 {
                let file = try SourceFile(path: folder["\(number).jpg"].path)
                var bytes = try Data(contentsOf: folder["\(number).jpg"])
                let place = bytes.count / 2
                bytes[place] ^= 0x20
                let changed = try folder.write(bytes, to: "changed.jpg")
                let other = try SourceFile(path: changed.path)
                guard JPEGBandIndex(file) != nil, JPEGBandIndex(other) != nil else { continue }
                let bands = try Self.source(file, 2, height: 16, threads: 2)
                let samples = try BandRun.samples(of: bands, threads: 2)
                if try Self.serialRows(other, 2) != .rows(samples) { changes += 1 }
            }
            // Some changes affect no pixel.
            #expect(changes > 8)
        }
    }

    @Test func `Cancelling ends the serial rows after damage at once`() async throws {
        try await TemporaryFolder.with { folder in
            let path = try await TestPicture(width: 1200, height: 900)
                .writePhoto("", in: folder).path
            #expect(truncate(path, FileSystem.size(of: path) - 50) == 0)
            let length = 1200 * 3
            let row = UnsafeMutablePointer<UInt8>.allocate(capacity: 64 * length)
            defer { row.deallocate() }
            let addresses = (0..<64).map { row + $0 * length }
            for calls in [1, 3, 1000] {
                let source = try Self.source(SourceFile(path: path), 2, height: 64, threads: 4)
                let last = source.chunks.count(of: 900) - 1
                var callsLeft = calls
                let error = #expect(throws: ZigguratError.self) {
                    try addresses.withUnsafeBufferPointer { addresses in
                        try source.makeReader().read(
                            source.chunks.rows(last, of: 900), part: 0, into: addresses
                        ) {
                            callsLeft -= 1
                            return callsLeft > 0
                        }
                    }
                }
                let rows = source.serialRows.rowCount
                if calls < 1000 {
                    #expect(error?.reason is Cancelled && rows == calls * RowChunk.height)
                } else {
                    #expect(error?.code == .truncatedSource && rows > 800)
                }
            }
        }
    }

    @Test(arguments: ["", "-restart 1"])
    func `A file that shrinks while it is read is an error`(_ options: String) async throws {
        try await TemporaryFolder.with { folder in
            let path = try await TestPicture(width: 1200, height: 900)
                .writePhoto(options, in: folder).path
            let source = try Self.source(SourceFile(path: path), 2, height: 64, threads: 4)
            let reader = source.makeReader()
            let length = source.size.width * source.bytesPerPixel
            let row = UnsafeMutablePointer<UInt8>.allocate(capacity: 64 * length)
            defer { row.deallocate() }
            let addresses = (0..<64).map { row + $0 * length }
            try addresses.withUnsafeBufferPointer { addresses in
                try reader.read(source.chunks.rows(0, of: 900), part: 0, into: addresses)
                #expect(truncate(path, 20_000) == 0)
                let error = #expect(throws: ZigguratError.self) {
                    for number in 1..<source.chunks.count(of: 900) {
                        let rows = source.chunks.rows(number, of: 900)
                        try reader.read(rows, part: 0, into: addresses)
                    }
                }
                #expect(error?.code == .truncatedSource)
            }
        }
    }
}
