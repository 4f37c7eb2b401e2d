import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratDecoders
@testable import ZigguratImaging

/// A separate thread decompresses a PNG, and the reader gives the same rows, errors and checkpoints
/// as without a thread.
@Suite struct PNGInflationTests {
    private static let size = PixelSize(width: 1100, height: 1200)

    private static func draw(_ options: String, in folder: TemporaryFolder) async throws -> URL {
        try await TestPicture(width: size.width, height: size.height)
            .write(to: folder["picture.png"], options: options)
    }

    private static func reader(_ file: URL, usesThread: Bool) throws -> PNGRowReader {
        PNGRowReader(try #require(try PNGFile(path: file.path)), usesThread: usesThread)
    }

    /// Reads rows, in parts, until the end or an error.
    private static func rows(
        of reader: PNGRowReader, atMost limit: Int = .max
    ) -> (samples: [[UInt8]], error: ZigguratError?) {
        let row = UnsafeMutablePointer<UInt8>.allocate(
            capacity: reader.size.width * reader.bytesPerPixel)
        defer { row.deallocate() }
        var samples: [[UInt8]] = []
        do throws(ZigguratError) {
            for _ in 0..<min(limit, reader.size.height) {
                try reader.read([row][...])
                samples.append(
                    Array(
                        UnsafeBufferPointer(
                            start: row, count: reader.size.width * reader.bytesPerPixel)))
            }
            return (samples, nil)
        } catch {
            return (samples, error)
        }
    }

    @Test(arguments: ["filter=all", "filter=paeth,compression=1", "palette", "filter=none"])
    func `Rows are equal with and without a thread`(_ options: String) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.draw(options, in: folder)
            let threaded = Self.rows(of: try Self.reader(file, usesThread: true))
            let plain = Self.rows(of: try Self.reader(file, usesThread: false))
            #expect(threaded.error == nil && plain.error == nil)
            #expect(threaded.samples.count == Self.size.height)
            let isSame = threaded.samples == plain.samples
            #expect(isSame)
        }
    }

    @Test func `The time of the thread belongs to the reader`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.draw("filter=all", in: folder)
            for usesThread in [true, false] {
                let before = ProcessorTime.ofHelpers
                _ = Self.rows(of: try Self.reader(file, usesThread: usesThread))
                #expect((ProcessorTime.ofHelpers > before) == usesThread)
            }
        }
    }

    @Test func `Samples of 16 bits are equal with and without a thread`() async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: Self.size.width, height: Self.size.height)
                .write(to: folder["8.v"])
            try await Vips.run("colourspace", "8.v", "wide.png[filter=all]", "rgb16", in: folder)
            let file = folder["wide.png"]
            let threaded = Self.rows(of: try Self.reader(file, usesThread: true))
            let isSame =
                threaded.samples == Self.rows(of: try Self.reader(file, usesThread: false)).samples
            #expect(isSame && threaded.error == nil)
        }
    }

    /// Each damage is found at the same row: a changed byte, a missing end, and a changed checksum.
    @Test func `Damage gives equal rows and errors with and without a thread`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.draw("filter=all", in: folder)
            let good = try Data(contentsOf: file)
            var errors = 0
            for part in 1..<12 {
                let place = good.count * part / 12
                var changed = good
                changed[place] ^= 0x55
                for bad in [changed, good.prefix(place)] {
                    try bad.write(to: file)
                    let threaded = Self.rows(of: try Self.reader(file, usesThread: true))
                    let plain = Self.rows(of: try Self.reader(file, usesThread: false))
                    #expect(threaded.error == plain.error)
                    let isSame = threaded.samples == plain.samples
                    #expect(isSame)
                    errors += threaded.error == nil ? 0 : 1
                }
            }
            #expect(errors == 22)
        }
    }

    @Test func `A reader that is dropped before the last row ends its thread`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.draw("filter=sub", in: folder)
            for rowCount in [0, 1, 130, 700] {
                weak var stream: PNGDataStream?
                do {
                    let png = try #require(try PNGFile(path: file.path))
                    stream = png.stream
                    let reader = PNGRowReader(png, usesThread: true)
                    #expect(Self.rows(of: reader, atMost: rowCount).samples.count == rowCount)
                    #expect(stream != nil)
                }
                // A running thread would hold the stream.
                #expect(stream == nil)
            }
        }
    }

    @Test(arguments: [true, false], [true, false])
    func `A checkpoint continues with and without a thread`(
        _ saves: Bool, _ resumes: Bool
    ) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.draw("filter=all", in: folder)
            let whole = Self.rows(of: try Self.reader(file, usesThread: false)).samples
            let first = try Self.reader(file, usesThread: saves)
            var row = 0
            var state: [UInt8]?
            while row < Self.size.height / 3 || state == nil {
                _ = Self.rows(of: first, atMost: 1)
                row += 1
                state = first.checkpoint()
            }
            let second = try Self.reader(file, usesThread: resumes)
            #expect(try second.resume(#require(state)))
            let rest = Self.rows(of: second, atMost: Self.size.height - row)
            let isSame = rest.samples == Array(whole[row...])
            #expect(isSame && rest.error == nil)
            // A reader that has already begun can also continue at the checkpoint.
            let third = try Self.reader(file, usesThread: resumes)
            _ = Self.rows(of: third, atMost: 5)
            #expect(try third.resume(#require(state)))
            #expect(Self.rows(of: third, atMost: 1).samples.first == whole[row])
            // The negative control: bytes of another length are not a checkpoint.
            #expect(try !third.resume(Array(#require(state).dropLast())))
        }
    }
}
