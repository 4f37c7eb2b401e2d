import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratDecoders
@testable import ZigguratImaging
@testable import ZigguratSources

/// libjpeg-turbo and libvips give equal rows of a JPEG.
@Suite struct RowReaderTests {
    @Test(arguments: [
        "Q=90,subsample-mode=off", "Q=75,subsample-mode=on", "interlace", "restart-interval=7",
        "optimize-coding,Q=30",
    ])
    func `Both readers give the pixels of vips`(_ options: String) async throws {
        try await TemporaryFolder.with { folder in
            for (width, height) in [(321, 203), (1, 1), (33, 7)] {
                let file = try await TestPicture(width: width, height: height)
                    .write(to: folder["picture-\(width).jpg"], options: options)
                let grey = folder["grey-\(width).jpg"]
                try await Vips.run("colourspace", file.path, grey.path, "b-w", in: folder)
                let decoded = try await PixelPicture.read([file, grey])
                try Self.compare(file, bands: 3, decoded: decoded[0])
                try Self.compare(grey, bands: 1, decoded: decoded[1])
            }
        }
    }

    @Test func `The comparison detects another image`() async throws {
        try await TemporaryFolder.with { folder in
            let picture = TestPicture(width: 100, height: 80)
            let one = try await picture.write(to: folder["one.jpg"], options: "Q=90")
            let other = try await picture.write(to: folder["other.jpg"], options: "Q=89")
            let ours = try RowStrips.samples(of: #require(try JPEGRowReader(path: one.path)))
            let theirs = try RowStrips.samples(
                of: VipsRowReader(.open(other.path, sequential: true), path: other.path))
            #expect(ours != theirs)
        }
    }

    /// Only libvips has the general press profile.
    @Test func `CMYK without a profile is left to libvips`() async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: 50, height: 40).write(to: folder["rgb.v"])
            try await Vips.run(
                "icc_transform", "rgb.v", "tagged.jpg", "cmyk", "--input-profile", "srgb",
                in: folder)
            try await Vips.run("copy", "tagged.jpg", "bare.jpg[strip]", in: folder)
            let tagged = try SourceImage(path: folder["tagged.jpg"].path)
            #expect(try RowStrips.reader(of: tagged) is JPEGRowReader)
            let reader = try RowStrips.reader(of: SourceImage(path: folder["bare.jpg"].path))
            #expect(reader is VipsRowReader)
            #expect(reader?.bands == 3)
        }
    }

    /// An export can be cancelled while the image is decoded.
    @Test func `A WebP is decoded while it is read`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 777, height: 523)
                .write(to: folder["photo.webp"], options: "Q=90")
            let bytes = try Data(contentsOf: file)
            #expect(bytes.count > 1 << 17)
            let cut = try folder.write(bytes.prefix(bytes.count * 6 / 10), to: "cut.webp")
            let reader = try #require(try WebPRowReader(path: cut.path))
            let row = UnsafeMutablePointer<UInt8>.allocate(capacity: 777 * 3)
            defer { row.deallocate() }
            try reader.read([row])
            let error = #expect(throws: ZigguratError.self) {
                for _ in 1..<523 { try reader.read([row]) }
            }
            #expect(error?.code == .truncatedSource)
        }
    }

    @Test func `A JPEG is read directly, and turned if needed`() throws {
        let orientations = try RealPhotographs.orientations()
        for (orientation, file) in orientations {
            let source = try SourceImage(path: file.path)
            let reading = try source.makeReading(keepsAlpha: false, background: .white)
            #expect(!reading.usesLibvips, "orientation \(orientation)")
            // Only orientations 1 and 2 keep the order of the rows.
            #expect(reading.isRandomAccess == (orientation > 2), "orientation \(orientation)")
            #expect(reading.size == source.header.size)
        }
    }

    private static func compare(_ file: URL, bands: Int, decoded: PixelPicture) throws {
        let fast = try #require(try JPEGRowReader(path: file.path))
        let general = VipsRowReader(
            try VipsImage.open(file.path, sequential: true), path: file.path)
        #expect(fast.bands == bands && general.bands == bands && fast.size == general.size)
        let rows = try RowStrips.samples(of: fast)
        let isSame = try rows == RowStrips.samples(of: general)
        #expect(isSame)
        let isRight =
            decoded.samples == (bands == 3 ? rows : rows.flatMap { [$0, $0, $0] })
        #expect(isRight)
    }
}
