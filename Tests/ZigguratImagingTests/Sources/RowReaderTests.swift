@testable import ZigguratImaging
import Foundation
import TestSupport
import Testing
import ZigguratCore

/// The two ways to read a JPEG give the same rows, and both are what vips decodes.
@Suite struct RowReaderTests {
    @Test(arguments: [
        "Q=90,subsample-mode=off", "Q=75,subsample-mode=on", "interlace", "restart-interval=7",
        "optimize-coding,Q=30",
    ])
    func `The fast way and libvips' give the same pixels`(_ options: String) async throws {
        try await TemporaryFolder.with { folder in
            for (width, height) in [(321, 203), (16, 16), (1, 1), (7, 100), (33, 1)] {
                let file = try await TestPicture(width: width, height: height)
                    .write(to: folder["picture.jpg"], options: options)
                try await Self.compare(file, bands: 3)
                try await Vips.run("colourspace", file.path, "grey.jpg[Q=80]", "b-w", in: folder)
                try await Self.compare(folder["grey.jpg"], bands: 1)
            }
        }
    }

    @Test func `Rows of another picture would show`() async throws {
        try await TemporaryFolder.with { folder in
            let picture = TestPicture(width: 100, height: 80)
            let one = try await picture.write(to: folder["one.jpg"], options: "Q=90")
            let other = try await picture.write(to: folder["other.jpg"], options: "Q=89")
            let ours = try Self.rows(of: #require(try JPEGRowReader(path: one.path)))
            let theirs = try Self.rows(
                of: VipsRowReader(.open(other.path, sequential: true), path: other.path))
            #expect(ours != theirs)
        }
    }

    @Test func `CMYK is left to libvips`() async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: 50, height: 40).write(to: folder["rgb.v"])
            try await Vips.run(
                "icc_transform", "rgb.v", "cmyk.jpg", "cmyk", "--input-profile", "srgb", in: folder)
            #expect(try JPEGRowReader(path: folder["cmyk.jpg"].path) == nil)
            let source = try SourceImage(path: folder["cmyk.jpg"].path)
            let reader = try source.makeRowReader(keepsAlpha: true, background: .white)
            #expect(reader is VipsRowReader)
            #expect(reader.bands == 3)
        }
    }

    @Test func `An upright JPEG is read the fast way, a turned one is not`() throws {
        let orientations = try RealPhotographs.orientations()
        for (orientation, file) in orientations {
            let source = try SourceImage(path: file.path)
            let reader = try source.makeRowReader(keepsAlpha: false, background: .white)
            #expect((reader is JPEGRowReader) == (orientation == 1), "orientation \(orientation)")
            #expect(reader.size == source.header.size)
        }
    }

    private static func compare(_ file: URL, bands: Int) async throws {
        let fast = try #require(try JPEGRowReader(path: file.path))
        let general = VipsRowReader(
            try VipsPicture.open(file.path, sequential: true), path: file.path)
        #expect(fast.bands == bands && general.bands == bands && fast.size == general.size)
        let rows = try Self.rows(of: fast)
        let isSame = try rows == Self.rows(of: general)
        #expect(isSame)
        let decoded = try await PixelPicture.read(file)
        let isRight =
            decoded.samples == (bands == 3 ? rows : rows.flatMap { [$0, $0, $0] })
        #expect(isRight)
    }

    /// All rows, in strips of uneven height.
    private static func rows(of reader: some RowReader) throws -> [UInt8] {
        let (length, height) = (reader.size.width * reader.bands, reader.size.height)
        var samples = [UInt8](repeating: 0, count: length * height)
        try samples.withUnsafeMutableBufferPointer { samples in
            guard let start = samples.baseAddress else { return }
            var done = 0
            while done < height {
                let count = min(height - done, [16, 1, 5, 16][done % 4])
                let addresses = (done..<done + count).map { start + $0 * length }
                try addresses.withUnsafeBufferPointer { try reader.read(into: $0) }
                done += count
            }
        }
        return samples
    }
}
