import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratDecoders
@testable import ZigguratImaging
@testable import ZigguratSources

/// Interlaced PNG files have the pixels of libvips.
@Suite struct InterlacedPNGTests {
    /// Sizes at which some passes have no pixels.
    @Test(arguments: [(321, 203), (1, 1), (2, 2), (4, 1), (5, 3), (3, 9), (33, 7)])
    func `Every depth gives the pixels of libvips`(_ width: Int, _ height: Int) async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: width, height: height, hasAlpha: true)
                .write(to: folder["rgba.v"])
            try await Vips.run("extract_band", "rgba.v", "rgb.v", "0", "--n", "3", in: folder)
            try await Vips.run("colourspace", "rgb.v", "grey.v", "b-w", in: folder)
            for name in ["grey", "rgb", "rgba"] {
                try await Vips.run("linear", "\(name).v", "float.v", "251", "77", in: folder)
                try await Vips.run("cast", "float.v", "\(name)-16.v", "ushort", in: folder)
            }
            for (name, options, meaning) in [
                ("grey", "", "b-w"), ("rgb", "", "srgb"), ("rgba", "", "srgb"),
                ("grey-16", "", "grey16"), ("rgb-16", "", "rgb16"), ("rgba-16", "", "rgb16"),
                ("grey", ",bitdepth=1", "b-w"), ("grey", ",bitdepth=2", "b-w"),
                ("grey", ",bitdepth=4", "b-w"), ("rgb", ",palette", "srgb"),
                ("rgba", ",palette,bitdepth=4", "srgb"), ("rgb", ",filter=all", "srgb"),
            ] {
                let path = folder["picture.png"].path
                try await Vips.run(
                    "copy", "\(name).v", "\(path)[interlace\(options)]", "--interpretation",
                    meaning, in: folder)
                let file = try #require(try PNGFile(path: path), "\(name)\(options)")
                #expect(file.isInterlaced)
                let own = try InterlacedPNGReader(file) { true }
                let general = VipsRowReader(try VipsImage.open(path, sequential: true), path: path)
                #expect(own.bands == general.bands && own.sampleBytes == general.sampleBytes)
                let isSame = try RowStrips.samples(of: own) == RowStrips.samples(of: general)
                #expect(isSame, "\(name)\(options)")
                let source = try SourceImage(path: path)
                #expect(try source.header == VipsSource.open(path).header)
                #expect(Decoders.open(path, source.request, source.trust) != nil)
            }
        }
    }

    @Test func `Truncated and damaged files are errors`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 120, height: 90)
                .write(to: folder["picture.png"], options: "interlace,strip")
            let good = try [UInt8](Data(contentsOf: file))
            for length in stride(from: 60, to: good.count - 20, by: 97) {
                try Data(good[..<length]).write(to: file)
                Self.expectFailure(of: file, .truncatedSource)
            }
            var bad = good
            bad[good.count / 2] ^= 0x55
            try Data(bad).write(to: file)
            Self.expectFailure(of: file, .invalidSource)
        }
    }

    /// Pixels behind the damage have the colours of earlier passes.
    @Test(arguments: ["interlace", "interlace,palette"])
    func `A damaged file is filled on request`(_ options: String) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 301, height: 203)
                .write(to: folder["picture.png"], options: options)
            let whole = try SourceImage(path: file.path).pixels()
            let good = try [UInt8](Data(contentsOf: file))
            var bad = good
            bad[good.count * 2 / 3] ^= 0x55
            for bytes in [bad, Array(good[..<(good.count * 2 / 3)])] {
                try Data(bytes).write(to: file)
                let trust = SourceRequest.Trust(allowsDamaged: true)
                let source = try SourceImage(path: file.path, trust: trust)
                let step = source.header.conversions.first
                #expect(step == .filled(row: nil) || step == .damaged(row: nil))
                let filled = try source.pixels()
                // The first pass is intact.
                for y in stride(from: 0, to: 203, by: 8) {
                    for x in stride(from: 0, to: 301, by: 8) {
                        #expect(filled[x, y] == whole[x, y])
                    }
                }
                // The last row belongs to later passes.
                #expect(filled[300, 202] != [0, 0, 0])
            }
        }
    }

    @Test func `Decoding can be cancelled`() async throws {
        try await TemporaryFolder.with { folder in
            let path = try await TestPicture(width: 300, height: 300)
                .write(to: folder["picture.png"], options: "interlace").path
            let file = try #require(try PNGFile(path: path))
            var questions = 0
            let error = #expect(throws: ZigguratError.self) {
                _ = try InterlacedPNGReader(file) {
                    questions += 1
                    return questions < 4
                }
            }
            #expect(error?.code == .cancelled && questions == 4)
        }
    }

    private static func expectFailure(of file: URL, _ code: ZigguratError.Code) {
        let error = #expect(throws: ZigguratError.self) {
            let source = try SourceImage(path: file.path)
            _ = try source.makeReading(keepsAlpha: false, background: .white)
        }
        #expect(error?.code == code && error?.subject == file.path)
    }
}
