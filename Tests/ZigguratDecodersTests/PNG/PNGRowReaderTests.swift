import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratDecoders
@testable import ZigguratImaging
@testable import ZigguratSources

/// The PNG reader gives the pixels of libvips, and leaves unusual files to libvips.
@Suite struct PNGRowReaderTests {
    @Test(arguments: [(321, 203), (1, 1), (1, 9), (33, 7), (2, 2)])
    func `Every filter gives the pixels of libvips`(_ width: Int, _ height: Int) async throws {
        try await TemporaryFolder.with { folder in
            try await drawKinds(width, height, in: folder)
            for (bands, name) in [(1, "grey"), (2, "ga"), (3, "rgb"), (4, "rgba")] {
                for filter in ["none", "sub", "up", "avg", "paeth", "all"] {
                    let file = folder["\(name)-\(filter).png"]
                    try await Vips.run(
                        "copy", "\(name).v", "\(file.path)[filter=\(filter)]", in: folder)
                    let own = try #require(try PNGRowReader(path: file.path))
                    let general = VipsRowReader(
                        try VipsImage.open(file.path, sequential: true), path: file.path)
                    #expect(own.bands == bands && own.size == general.size)
                    let isSame =
                        try RowStrips.samples(of: own) == RowStrips.samples(of: general)
                    #expect(isSame, "\(bands) bands, \(filter)")
                }
            }
        }
    }

    /// A folder can be opened, but not read, like a file on a failing disk.
    @Test func `A failed read is an error, not the end of the file`() throws {
        let reader = FileReader(try SourceFile(path: "/"))
        let error = #expect(throws: ZigguratError.self) { try reader.bytes(8) }
        #expect(error == ZigguratError(SourceError.unreadable, "/", cause: .system(EISDIR)))
    }

    @Test func `A wide image is read in many pieces`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 3000, height: 400)
                .write(to: folder["wide.png"], options: "filter=all")
            let own = try #require(try PNGRowReader(path: file.path))
            let general = VipsRowReader(
                try VipsImage.open(file.path, sequential: true), path: file.path)
            let rows = try RowStrips.samples(of: own)
            let isSame = try rows == RowStrips.samples(of: general)
            #expect(isSame)
            // The negative control: another image has other rows.
            let other = try await TestPicture(width: 3000, height: 400)
                .write(to: folder["other.jpg"], options: "Q=50")
            let others = try RowStrips.samples(
                of: VipsRowReader(.open(other.path, sequential: true), path: other.path))
            #expect(rows != others)
        }
    }

    /// Palettes, and small and large samples, with all filters. libvips gives the stored samples.
    @Test(arguments: [(321, 203), (1, 1), (7, 9), (33, 7)])
    func `Every depth gives the pixels of libvips`(_ width: Int, _ height: Int) async throws {
        try await TemporaryFolder.with { folder in
            try await drawKinds(width, height, in: folder)
            for name in ["grey", "ga", "rgb", "rgba"] {
                try await Vips.run("linear", "\(name).v", "\(name)-l.v", "251", "77", in: folder)
                try await Vips.run("cast", "\(name)-l.v", "\(name)-16.v", "ushort", in: folder)
            }
            let wide = ["grey-16.v", "ga-16.v", "rgb-16.v", "rgba-16.v"].flatMap { name in
                ["none", "sub", "up", "avg", "paeth", "all"].map { (name, "filter=\($0)") }
            }
            let small = [
                ("grey.v", "bitdepth=1"), ("grey.v", "bitdepth=2"), ("grey.v", "bitdepth=4"),
                ("rgb.v", "palette"), ("rgba.v", "palette"), ("rgb.v", "palette,bitdepth=1"),
                ("rgb.v", "palette,bitdepth=2"), ("rgba.v", "palette,bitdepth=4"),
            ]
            for (name, options) in wide + small {
                let file = folder["picture.png"]
                try await Vips.run(
                    "copy", name, "\(file.path)[\(options)]", "--interpretation",
                    name.hasPrefix("g")
                        ? name.contains("16") ? "grey16" : "b-w"
                        : name.contains("16") ? "rgb16" : "srgb", in: folder)
                let own = try #require(try PNGRowReader(path: file.path), "\(name) \(options)")
                let general = VipsRowReader(
                    try VipsImage.open(file.path, sequential: true), path: file.path)
                #expect(own.bands == general.bands && own.sampleBytes == general.sampleBytes)
                let isSame = try RowStrips.samples(of: own) == RowStrips.samples(of: general)
                #expect(isSame, "\(name) \(options)")
            }
        }
    }

    /// Damage to each byte of a small file gives an error, or the right pixels
    /// if the byte does not affect them.
    @Test func `Damage to any byte of a PNG is found, or has no effect`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 12, height: 8)
                .write(to: folder["picture.png"], options: "strip,filter=all")
            let good = try [UInt8](Data(contentsOf: file))
            let pixels = try RowStrips.samples(
                of: #require(try PNGRowReader(path: file.path)))
            var found = 0
            for position in good.indices {
                var bad = good
                bad[position] ^= 0x55
                try Data(bad).write(to: file)
                // The checksum of the first chunk protects the size, so rows are not read.
                guard !(16..<24).contains(position) else {
                    #expect(try PNGHeader(SourceFile(path: file.path)) == nil)
                    continue
                }
                do {
                    guard let reader = try PNGRowReader(path: file.path) else {
                        continue
                    }
                    guard reader.size == PixelSize(width: 12, height: 8), reader.bands == 3 else {
                        continue
                    }
                    let isRight = try RowStrips.samples(of: reader) == pixels
                    #expect(isRight, "byte \(position)")
                } catch let error as ZigguratError {
                    #expect([.invalidSource, .truncatedSource].contains(error.code))
                    #expect(error.subject == file.path)
                    found += 1
                }
            }
            #expect(found > good.count / 2)
        }
    }

    @Test func `A file that is truncated anywhere is an error`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 120, height: 90)
                .write(to: folder["picture.png"], options: "strip")
            let good = try Data(contentsOf: file)
            for length in stride(from: 60, to: good.count - 20, by: 97) {
                try good.prefix(length).write(to: file)
                let error = #expect(throws: ZigguratError.self) {
                    let reader = try #require(
                        try PNGRowReader(path: file.path))
                    _ = try RowStrips.samples(of: reader)
                }
                #expect(error?.code == .truncatedSource, "\(length) bytes")
            }
        }
    }

    /// Draws one image in grey, in colour and with alpha.
    private func drawKinds(
        _ width: Int, _ height: Int, in folder: TemporaryFolder
    ) async throws {
        try await TestPicture(width: width, height: height, hasAlpha: true)
            .write(to: folder["rgba.v"])
        try await Vips.run("extract_band", "rgba.v", "rgb.v", "0", "--n", "3", in: folder)
        try await Vips.run("extract_band", "rgba.v", "alpha.v", "3", in: folder)
        try await Vips.run("colourspace", "rgb.v", "grey.v", "b-w", in: folder)
        try await Vips.run("bandjoin", "grey.v alpha.v", "ga.v", in: folder)
    }
}
