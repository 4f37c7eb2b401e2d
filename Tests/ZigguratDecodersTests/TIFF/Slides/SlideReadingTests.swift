import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// Slides have equal headers and pixels with direct readers and through libvips.
@Suite struct SlideReadingTests {
    @Test func `A slide of Aperio is read through libtiff`() async throws {
        try await TemporaryFolder.with { folder in
            try Self.check(try await Slide.make(in: folder), keepsTiles: false)
        }
    }

    @Test func `An RGB slide has the pixels of libvips`() async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: 700, height: 500).write(to: folder["rgb.v"])
            for options in [
                "tile,compression=jpeg,Q=95", "tile,compression=lzw",
                "tile,tile-width=128,tile-height=64,compression=deflate",
            ] {
                try await Vips.run("copy", "rgb.v", "rgb.tif[\(options),strip]", in: folder)
                let file = try await Self.aperio("rgb.tif", in: folder)
                try Self.check(file, keepsTiles: false)
            }
        }
    }

    /// Descriptions of the striped images after full resolution. The first of these images is a
    /// thumbnail, whatever its description is.
    @Test(arguments: [
        ["(64x43)"], ["(64x43)", "label 64x43"], ["", "macro 64x43", "label 64x43"],
        ["", "\r\nlabel 64x43"], ["", "label\tof 1", "a b", "a c", " d"],
    ])
    func `Associated images have the names that OpenSlide gives them`(
        _ lines: [String]
    ) async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: 700, height: 500).write(to: folder["rgb.v"])
            try await Vips.run("copy", "rgb.v", "rgb.tif[tile,compression=lzw,strip]", in: folder)
            try await Vips.run("copy", "rgb.v", "other.tif[compression=lzw,strip]", in: folder)
            for _ in lines {
                try await Shell.run("tiffcp", ["-a", "other.tif", "rgb.tif"], in: folder.url)
                    .orThrow()
            }
            for (number, line) in zip(1..., lines) {
                let text = "Aperio Image Library v1.0\n\(line)"
                try await Shell.run(
                    "tiffset", ["-d", "\(number)", "-s", "270", text, "rgb.tif"], in: folder.url
                ).orThrow()
            }
            try Self.check(try await Self.aperio("rgb.tif", in: folder), keepsTiles: false)
        }
    }

    @Test(arguments: [
        "MPP = 0.25", "MPP=0.4990", "MPP = 0,5", "AppMag = 20|MPP = 0.5|MPP = 0.6", "MPP = 1e-1 ",
        "MPP = -1", "MPP = nan", "MPP = much", "MPP", "Title = a=b|MPP = 2", "mpp = 3",
    ])
    func `The pixel size equals the pixel size that OpenSlide reads`(_ properties: String)
        async throws
    {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: 300, height: 200).write(to: folder["rgb.v"])
            try await Vips.run("copy", "rgb.v", "rgb.tif[tile,compression=lzw,strip]", in: folder)
            let file = try await Self.aperio("rgb.tif", in: folder, properties)
            try Self.check(file, keepsTiles: false)
        }
    }

    @Test func `A slide of Aperio is read without another process`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Slide.make(in: folder)
            let isolation = SourceRequest.Isolation(program: "/bin/false")
            let trust = SourceRequest.Trust(allowsUntrusted: true, isolation: isolation)
            let source = try SourceImage(path: file.path, trust: trust)
            let reading = try source.makeReading(keepsAlpha: false, background: .white)
            #expect(reading.isRandomAccess)
            #expect(throws: ZigguratError.self) {
                try SourceImage(
                    path: file.path, request: SourceRequest(rotation: .quarter), trust: trust)
            }
        }
    }

    @Test func `Gaps between tiles are read through OpenSlide`() async throws {
        try await TemporaryFolder.with { folder in
            try Self.check(try await Slide.makeWithGaps(in: folder), keepsTiles: true)
        }
    }

    @Test func `Grey and alpha are left to OpenSlide`() async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: 700, height: 500, hasAlpha: true)
                .write(to: folder["rgba.v"])
            for count in ["1", "4"] {
                try await Vips.run(
                    "extract_band", "rgba.v", "other.tif[tile,compression=lzw,strip]", "0", "--n",
                    count, in: folder)
                let file = try await Self.aperio("other.tif", in: folder)
                try Self.check(file, keepsTiles: true)
            }
        }
    }

    /// Some programs of Aperio's write no bytes for a tile; OpenSlide draws the smaller level there.
    @Test func `A missing tile is left to OpenSlide`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Slide.make(in: folder)
            var bytes = [UInt8](try Data(contentsOf: file))
            let place = try #require(Self.byteCounts(in: bytes))
            // The eighth tile is in the second row.
            bytes.replaceSubrange(place + 7 * 4..<place + 8 * 4, with: [0, 0, 0, 0])
            try Data(bytes).write(to: file)
            try Self.check(file, keepsTiles: true)
        }
    }

    @Test func `A request that changes the slide is left to libvips`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Slide.make(in: folder)
            for request in [
                SourceRequest(rotation: .quarter), SourceRequest(fit: PixelSize(square: 500)),
                SourceRequest(associatedImage: "label"), SourceRequest(sampleBits: 16),
            ] {
                let source = try SourceImage(path: file.path, request: request, trust: Self.trust)
                #expect(try source.header == VipsSource.open(file.path, request, Self.trust).header)
            }
        }
    }

    @Test func `A damaged tile is an error with the row`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Slide.make(in: folder)
            var bytes = [UInt8](try Data(contentsOf: file))
            let place = try #require(Self.byteCounts(in: bytes))
            bytes.replaceSubrange(place + 7 * 4..<place + 8 * 4, with: [3, 0, 0, 0])
            try Data(bytes).write(to: file)
            let source = try SourceImage(path: file.path, trust: Self.trust)
            let error = #expect(throws: ZigguratError.self) {
                try RowStrips.samples(
                    of: source.makeReading(keepsAlpha: false, background: .white))
            }
            #expect(error?.reason as? SourceError == .invalidData(row: 256))
        }
    }

    private static let trust = SourceRequest.Trust(allowsUntrusted: true)

    /// Compares header and pixels with the results of libvips.
    private static func check(_ file: URL, keepsTiles: Bool) throws {
        let source = try SourceImage(path: file.path, trust: trust)
        var header = try VipsSource.open(file.path, SourceRequest(), trust).header
        // Only OpenSlide keeps decoded tiles.
        if !keepsTiles { header.decoderBytes = nil }
        // OpenSlide writes numbers as text, and changes their last digit.
        if let ours = source.header.micronsPerPixel, let theirs = header.micronsPerPixel {
            #expect(abs(ours - theirs) < 1e-12)
            header.micronsPerPixel = ours
        }
        #expect(source.header == header)
        let reading = try source.makeReading(keepsAlpha: false, background: .white)
        #expect(reading.isRandomAccess)
        let ours = try RowStrips.samples(of: reading)
        let theirs = try RowStrips.samples(
            of: source.readThroughVips(keepsAlpha: false, background: .white))
        let (isSame, isMirrored) = (ours == theirs, ours == theirs.reversed())
        #expect(isSame)
        #expect(!isMirrored)
    }

    /// Gives a TIFF the description of a slide.
    private static func aperio(
        _ name: String, in folder: TemporaryFolder, _ properties: String = "MPP = 0.25"
    ) async throws -> URL {
        let text = "Aperio Image Library v1.0\n700x500 [0,0 700x500] (128x128)|\(properties)"
        try await Shell.run("tiffset", ["-s", "270", text, name], in: folder.url).orThrow()
        return folder[name]
    }

    /// Returns the offset of the tile lengths of the first image in a little-endian TIFF, four
    /// bytes each. Source: TIFF 6.0, 2 and 15.
    private static func byteCounts(in bytes: [UInt8]) -> Int? {
        func number(_ place: Int, _ count: Int) -> Int {
            (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
        }
        let directory = number(4, 4)
        let entry = (0..<number(directory, 2)).map { directory + 2 + 12 * $0 }
            .first { number($0, 2) == 325 }
        guard let entry, number(entry + 2, 2) == 4 else { return nil }
        return number(entry + 8, 4)
    }
}
