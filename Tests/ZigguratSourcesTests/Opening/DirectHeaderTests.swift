import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratDecoders
@testable import ZigguratImaging
@testable import ZigguratSources

/// Headers of TIFF, PNG and WebP that are read directly equal the headers of libvips.
@Suite struct DirectHeaderTests {
    /// The kinds that only libvips opens.
    private static let general: Set<String> = ["lab.tif", "labs.tif", "frames.webp"]

    private static let kinds = SourceKind.all.filter {
        ["png", "tif", "webp"].contains($0.file.split(separator: ".").last)
    }

    @Test(arguments: kinds)
    func `Headers read directly equal the headers of libvips in every field`(_ kind: SourceKind)
        async throws
    {
        try await TemporaryFolder.with { folder in
            let file = try await kind.make(in: folder, width: 77, height: 53)
            for request in [
                kind.request, SourceRequest(showsMetadata: false), SourceRequest(colour: .keep),
                SourceRequest(page: 1), SourceRequest(page: 2),
            ] where request.range == .stored {
                let general = try? VipsSource.open(file.path, request)
                let direct = Decoders.open(file.path, request, SourceRequest.Trust())
                #expect((direct == nil) == (Self.general.contains(kind.file) || general == nil))
                if direct == nil { continue }
                #expect(direct?.header.comparable == general?.header.comparable)
                #expect(direct?.plan == general?.plan)
            }
        }
    }

    /// vips copies the metadata from a JPEG.
    @Test(arguments: MetadataCase.all, ["tif", "png", "webp"])
    func `Metadata read directly equal the metadata of libvips`(
        _ kind: MetadataCase, _ ending: String
    ) async throws {
        try await TemporaryFolder.with { folder in
            let jpeg = try await TestPicture(width: 40, height: 30)
                .write(to: folder["picture.jpg"], options: "strip")
            try MetadataSegments.insert(kind.segments, into: jpeg)
            let file = folder["picture.\(ending)"]
            try await Vips.run("copy", jpeg.path, file.path, in: folder)
            let general = try VipsSource.open(file.path)
            if let direct = Decoders.open(file.path, SourceRequest(), SourceRequest.Trust()) {
                #expect(direct.header.comparable == general.header.comparable)
                #expect(direct.plan == general.plan)
            } else {
                // IPTC in a TIFF, and unusual Exif.
                #expect(ending == "tif" || kind.name.contains("parentheses"), "\(kind.name)")
            }
            let header = try SourceImage(path: file.path).header
            #expect(header.comparable == general.header.comparable)
        }
    }

    @Test(arguments: ["tif", "png", "webp"], 1...8)
    func `Orientations read directly equal the orientations of libvips`(
        _ ending: String, _ orientation: Int
    ) async throws {
        try await TemporaryFolder.with { folder in
            let jpeg = try await TestPicture(width: 40, height: 30)
                .write(to: folder["picture.jpg"], options: "strip")
            try ExifSegment.insert(orientation: orientation, into: jpeg)
            let file = folder["picture.\(ending)"]
            try await Vips.run("copy", jpeg.path, file.path, in: folder)
            for request in [SourceRequest(), SourceRequest(rotation: .quarter)] {
                let direct = Decoders.open(file.path, request, SourceRequest.Trust())
                let general = try VipsSource.open(file.path, request)
                #expect(direct?.header.comparable == general.header.comparable)
                #expect(direct?.plan == general.plan)
                #expect(direct?.header.orientation == orientation)
            }
        }
    }

    @Test(arguments: [("2", 30.0), ("2", 600.0), ("3", 200.0), ("3", 118.11), ("1", 300.0)])
    func `The resolution of a scan equals the resolution of libvips`(
        _ unit: String, _ density: Double
    ) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 40, height: 30).write(to: folder["scan.tif"])
            for (tag, value) in [("296", unit), ("282", "\(density)"), ("283", "\(density)")] {
                try await Shell.run("tiffset", ["-s", tag, value, file.path]).orThrow()
            }
            let direct = Decoders.open(file.path, SourceRequest(), SourceRequest.Trust())
            let general = try VipsSource.open(file.path)
            #expect(direct?.header == general.header)
            #expect((general.header.micronsPerPixel == nil) == (density == 30))
        }
    }

    /// These marks identify slides of other makers than Aperio, which OpenSlide reads.
    @Test(arguments: [
        ("270", "<scn>"), ("270", "Aperio Image"), ("305", "Philips"), ("305", "MedScan"),
    ])
    func `A TIFF that may be a slide is left to libvips`(
        _ tag: String, _ text: String
    ) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 40, height: 30).write(to: folder["plain.tif"])
            #expect(Decoders.open(file.path, SourceRequest(), SourceRequest.Trust()) != nil)
            try await Shell.run("tiffset", ["-s", tag, text, file.path]).orThrow()
            #expect(Decoders.open(file.path, SourceRequest(), SourceRequest.Trust()) == nil)
        }
    }

    /// Wherever a file is truncated or damaged, both decoders give equal headers or an error.
    @Test(arguments: ["png", "webp", "tif"])
    func `A truncated or damaged file gives the header of libvips or an error`(_ ending: String)
        async throws
    {
        try await TemporaryFolder.with { folder in
            let jpeg = try await TestPicture(width: 40, height: 30)
                .write(to: folder["picture.jpg"], options: "strip")
            try ExifSegment.insert(orientation: 6, into: jpeg)
            let file = folder["picture.\(ending)"]
            try await Vips.run("copy", jpeg.path, file.path, in: folder)
            let whole = [UInt8](try Data(contentsOf: file))
            var variants = stride(from: 1, to: whole.count, by: 1 + whole.count / 200)
                .map { Array(whole[..<$0]) }
            // The directory of a TIFF is at its end; a damaged directory is read by another
            // decoder.
            variants += (ending == "tif" ? 0..<8 : 0..<min(whole.count, 250)).map { position in
                var bytes = whole
                bytes[position] ^= 0xFF
                return bytes
            }
            let path = folder["variant.\(ending)"].path
            for bytes in variants {
                try Data(bytes).write(to: URL(filePath: path))
                guard let direct = Decoders.open(path, SourceRequest(), SourceRequest.Trust())
                else { continue }
                let general = try VipsSource.open(path).header
                #expect(direct.header.comparable == general.comparable, "\(bytes.count)")
            }
        }
    }

    /// Damage anywhere in the directory of a TIFF gives a header or an error.
    @Test func `A damaged directory does not crash the decoder`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 40, height: 30)
                .write(to: folder["picture.tif"], options: "compression=lzw")
            let whole = [UInt8](try Data(contentsOf: file))
            var count = 0
            for position in max(0, whole.count - 400)..<whole.count {
                for flip in [UInt8(0xFF), 1] {
                    var bytes = whole
                    bytes[position] ^= flip
                    try Data(bytes).write(to: file)
                    guard
                        let direct = Decoders.open(
                            file.path, SourceRequest(), SourceRequest.Trust(pixelLimit: 1 << 20))
                    else { continue }
                    count += 1
                    _ = try? TIFFDecoder().open(SourceFile(path: file.path))
                        .read(direct.plan, ReadingTarget()) { true }
                        .map(RowStrips.samples)
                }
            }
            #expect(count > 100)
        }
    }
}
