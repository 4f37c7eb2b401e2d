import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratImaging
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratDecoders
@testable import ZigguratSources

/// Rows of a JPEG below a part that libjpeg skips equal the rows of the whole image.
@Suite struct JPEGSkipTests {
    private static let picture = TestPicture(width: 83, height: 2403)

    @Test(arguments: [
        "-sample 1x1", "-sample 2x2", "-sample 2x1", "-sample 1x2", "-sample 2x2,1x2,2x1",
        "-optimize -quality 100", "-grayscale -sample 2x2", "-rgb -sample 1x1", "-restart 3",
        "-progressive",
    ])
    func `Rows below a skipped part equal the rows of the whole image`(_ options: String)
        async throws
    {
        try await TemporaryFolder.with { folder in
            let file = try await Self.picture.writePhoto(options, in: folder)
            let whole = try Self.rows(of: file, from: 0)
            // Starts around the ends of MCUs and of the parts that are skipped at a time, and the
            // last rows.
            for start in [8, 1023, 1030, 1039, 1040, 1041, 2390, 2402] {
                let below = try Self.rows(of: file, from: start)
                let isSame = below.samples == Array(whole.samples[(start * whole.rowBytes)...])
                #expect(isSame, "from \(start)")
            }
            // The negative control.
            let other = try Self.rows(of: file, from: 1201)
            #expect(
                other.samples.prefix(800) != whole.samples[(1200 * whole.rowBytes)...].prefix(800))
        }
    }

    /// The row at which the decoder begins for rows from 2390 on. An MCU row has 8 or 16 pixel
    /// rows.
    @Test(arguments: [
        ("-restart 1 -sample 1x1", 2376), ("-restart 1 -sample 2x2", 2368),
        ("-restart 2 -sample 2x1", 2368), ("-restart 1 -sample 1x2", 2368),
        // A row has six or eleven MCUs, with a marker before each row, or each third or fifth row.
        ("-restart 3B -sample 2x2", 2368), ("-restart 3B -sample 1x1", 2376),
        ("-restart 5B -sample 2x2", 2320), ("-restart 1 -sample 2x2,1x2,2x1", 2368),
        ("-restart 1 -grayscale", 2376), ("-restart 3 -grayscale -sample 2x2", 2352),
        // No marker before a row, no markers at all, and several scans.
        ("-restart 5000B -sample 2x2", 0), ("-sample 2x2", 0), ("-restart 1 -progressive", 0),
        ("-restart 1 -arithmetic", 0),
    ])
    func `Rows below a restart marker equal the rows of the whole image`(
        options: String, first: Int
    ) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.picture.writePhoto(options, in: folder)
            let whole = try Self.rows(of: file, from: 0)
            #expect(whole.firstRow == 0)
            for start in [8, 31, 32, 33, 1041, 2390, 2402] {
                let below = try Self.rows(of: file, from: start)
                let isSame = below.samples == Array(whole.samples[(start * whole.rowBytes)...])
                #expect(isSame, "from \(start)")
                if start == 2390 { #expect(below.firstRow == first) }
            }
            // The negative control.
            let other = try Self.rows(of: file, from: 1201)
            #expect(
                other.samples.prefix(800) != whole.samples[(1200 * whole.rowBytes)...].prefix(800))
        }
    }

    /// A marker with another number, or another marker: blocks are missing or misplaced.
    @Test(arguments: [0xD0, 0xD5, 0xFE])
    func `An unexpected marker is damage`(marker: UInt8) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.picture.writePhoto("-restart 1 -sample 1x1", in: folder)
            var bytes = try Data(contentsOf: file)
            let place = try #require(bytes.range(of: Data([0xFF, 0xD0])))
            bytes[place.lowerBound + 1] = marker
            try bytes.write(to: file)
            guard marker == 0xD0 else {
                #expect(throws: ZigguratError.self) { try Self.rows(of: file, from: 2390) }
                return
            }
            #expect(try Self.rows(of: file, from: 2390).firstRow == 2376)
        }
    }

    @Test(arguments: ["-sample 2x2", "-sample 2x2 -restart 1"], [0.2, 0.9])
    func `A skip reports a truncated file`(_ options: String, _ share: Double) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.picture.writePhoto(options, in: folder)
            let bytes = try Data(contentsOf: file)
            try bytes.prefix(Int(share * Double(bytes.count))).write(to: file)
            let error = #expect(throws: ZigguratError.self) { try Self.rows(of: file, from: 1500) }
            #expect(error?.code == .truncatedSource)
        }
    }

    @Test(arguments: ["-sample 2x2", "-sample 2x2 -restart 1"])
    func `A skip can be cancelled`(_ options: String) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.picture.writePhoto(options, in: folder)
            let reader = try #require(try JPEGRowReader(path: file.path))
            let error = #expect(throws: ZigguratError.self) {
                try reader.skip(2000) { false }
            }
            #expect(error?.code == .cancelled)
        }
    }

    /// Returns the samples of all rows from a start row on.
    private static func rows(
        of file: URL, from start: Int
    ) throws -> (samples: [UInt8], rowBytes: Int, firstRow: Int) {
        let opened = try RowStrips.reader(of: SourceImage(path: file.path))
        let reader = try #require(opened as? JPEGRowReader)
        let rowBytes = reader.size.width * reader.bands
        if start > 0 { try reader.skip(start) { true } }
        let count = reader.size.height - start
        let row = UnsafeMutablePointer<UInt8>.allocate(capacity: rowBytes)
        defer { row.deallocate() }
        var samples: [UInt8] = []
        samples.reserveCapacity(count * rowBytes)
        for _ in 0..<count {
            try reader.read([row])
            samples.append(contentsOf: UnsafeBufferPointer(start: row, count: rowBytes))
        }
        return (samples, rowBytes, reader.firstRow)
    }
}
