import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratDecoders
@testable import ZigguratImaging
@testable import ZigguratPyramid
@testable import ZigguratSources

/// A reader that continues at the saved state of another reader delivers equal rows.
@Suite struct ReaderCheckpointTests {
    private static let size = PixelSize(width: 211, height: 2403)
    private static let interval = 256
    /// The row from which the second reader reads.
    private static let start = 2200

    /// A PNG, and the file with states of its first reader.
    private struct Readers {
        let file: URL
        let checkpoints: ReaderCheckpoints

        /// All rows, read by a reader that saves its state.
        func whole() throws -> [UInt8] { try rows(from: 0, checkpoints) }

        /// The rows from the start, read by a reader that continues.
        func rest(build: UInt64 = 7) throws -> [UInt8] {
            try rows(
                from: ReaderCheckpointTests.start,
                ReaderCheckpoints(path: checkpoints.path, build: build))
        }

        /// Overwrites compressed data above the start, so that only a reader that continues
        /// succeeds.
        func damageTop() throws {
            var bytes = try Data(contentsOf: file)
            for index in bytes.count / 4..<bytes.count / 4 + 100 { bytes[index] ^= 0x55 }
            try bytes.write(to: file)
        }

        private func rows(from start: Int, _ checkpoints: ReaderCheckpoints) throws -> [UInt8] {
            let opened = try RowStrips.reader(of: SourceImage(path: file.path))
            let reader = CheckpointedRowReader(
                try #require(opened as? PNGRowReader), checkpoints,
                interval: ReaderCheckpointTests.interval)
            if start > 0 { try reader.skip(start) { true } }
            let row = UnsafeMutablePointer<UInt8>.allocate(
                capacity: reader.size.width * reader.bytesPerPixel)
            defer { row.deallocate() }
            var samples: [UInt8] = []
            for _ in start..<reader.size.height {
                try reader.read([row])
                samples += UnsafeBufferPointer(
                    start: row, count: reader.size.width * reader.bytesPerPixel)
            }
            return samples
        }
    }

    private static func with(
        _ options: String = "compression=6", bands: String? = nil,
        _ body: (Readers) throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            let file = folder["photo.png"]
            let picture = TestPicture(width: size.width, height: size.height)
            if let bands {
                try await picture.write(to: folder["photo.v"])
                try await Vips.run(
                    "colourspace", "photo.v", "photo.png[\(options)]", bands, in: folder)
            } else {
                try await picture.write(to: file, options: options)
            }
            try body(
                Readers(
                    file: file,
                    checkpoints: ReaderCheckpoints(path: folder["states"].path, build: 7)))
        }
    }

    @Test(arguments: [
        ("compression=6", nil), ("compression=0", nil), ("compression=9,filter=all", nil),
        ("palette", nil), ("compression=6", "b-w"), ("compression=6", "rgb16"),
    ])
    func `A reader that continues delivers equal rows without the data above`(
        _ options: String, _ bands: String?
    ) async throws {
        try await Self.with(options, bands: bands) { readers in
            let whole = try readers.whole()
            try readers.damageTop()
            let rest = try readers.rest()
            #expect(rest.count < whole.count / 10 && whole.suffix(rest.count) == rest[...])
        }
    }

    enum Loss: CaseIterable { case flipped, cutOff, anotherBuild, missing, ofAnotherUser }

    /// The negative control: without a valid state, the reader reads the damaged data above.
    @Test(arguments: Loss.allCases) func `Only a valid state is used`(_ loss: Loss) async throws {
        try await Self.with { readers in
            _ = try readers.whole()
            let place = URL(fileURLWithPath: readers.checkpoints.path)
            var bytes = try Data(contentsOf: place)
            switch loss {
            case .flipped:
                for index in stride(from: 50, to: bytes.count, by: 9999) { bytes[index] ^= 1 }
            case .cutOff: bytes = bytes.prefix(100)
            case .missing: bytes = Data()
            case .anotherBuild, .ofAnotherUser: break
            }
            try bytes.write(to: place)
            if loss == .ofAnotherUser {
                // Only root can give files away.
                guard chown(place.path, 65_534, 65_534) == 0 else { return }
            }
            try readers.damageTop()
            #expect(throws: ZigguratError.self) {
                try readers.rest(build: loss == .anotherBuild ? 8 : 7)
            }
        }
    }

    @Test func `A damaged state does not affect later states`() async throws {
        try await Self.with { readers in
            let whole = try readers.whole()
            let place = URL(fileURLWithPath: readers.checkpoints.path)
            var bytes = try Data(contentsOf: place)
            // The changed byte follows the headers of the file and of the first record.
            bytes[50] ^= 1
            try bytes.write(to: place)
            try readers.damageTop()
            let rest = try readers.rest()
            #expect(whole.suffix(rest.count) == rest[...])
            #expect(readers.checkpoints.last(notBelow: 512) == nil)
        }
    }

    /// A state is saved when no decompressed rows wait: 512 rows are decompressed at a time.
    @Test func `A state is saved every 512 rows`() async throws {
        try await Self.with { readers in
            _ = try readers.whole()
            let rows = (1...Self.size.height).compactMap {
                readers.checkpoints.last(notBelow: $0)?.row
            }
            #expect(Set(rows).sorted() == Array(stride(from: 512, to: 2403, by: 512)))
        }
    }
}
