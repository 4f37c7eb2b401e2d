import Foundation
import TestSupport
import Testing
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// Intact files that Ziggurat rejects. The reason agrees with the output of tifffile, libmagic or
/// Pillow.
@Suite struct RefusedFilesTests {
    struct Kind {
        let file: String
        /// Words in the output of another program.
        let fact: String
        let reason: SourceError
        /// The damaged part of the header.
        var report: LibraryReport?

        init(
            _ file: String, _ fact: String, _ reason: SourceError, _ report: LibraryReport? = nil
        ) {
            (self.file, self.fact, self.reason, self.report) = (file, fact, reason, report)
        }

        init(_ file: String, _ fact: String, _ feature: SourceError.Feature) {
            self.init(file, fact, .unsupported(feature))
        }

        /// Whether the facts or the error contradict this kind.
        func isContradicted(by facts: String, _ error: ZigguratError?) -> Bool {
            !facts.contains(fact) || error?.reason as? SourceError != reason
                || report != nil && error?.cause?.report != report
        }
    }

    private static let kinds = [
        Kind("tiff-predictor.tif", "Predictor=34894 ", .predictor(34_894)),
        Kind("tiff-mixed-bits.tif", "BitsPerSample=(5, 6, 5) ", .mixedSamples),
        Kind("tiff-64-bits.tif", "BitsPerSample=64 ", .wholeNumbers(bits: 64)),
        Kind("tiff-inks.tif", "InkSet=2 NumberOfInks=6 ", .inks(6)),
        Kind("tiff-planes.tif", "PlanarConfiguration=2 TileWidth=16 ", .tiledPlanes),
        Kind("tiff-logluv.tif", "PhotometricInterpretation=32845 ", .photometric(32_845)),
        Kind("tiff-depth-map.tif", "PhotometricInterpretation=51177 ", .photometric(51_177)),
        Kind("tiff-jpeg2000.tif", "Compression=34712 ", .compression(34_712)),
        // tifffile reads numbers of this type as well.
        Kind("tiff-offsets.tif", "type 13 ", .invalidHeader, .tiffFields),
        Kind("jpeg-ls.jls", "JPEG image data, marker 0xf7", .format("JPEG-LS")),
        Kind("png-palette.png", "colormap", .invalidHeader, .chunks),
        Kind("png-cgbi.png", "CgBI", .format("CgBI PNG")),
        Kind("jp2-lab.jp2", "JPEG 2000 Part 1", .colourSpace(14)),
        Kind("openexr-compression.exr", "compression: unknown", .newCompression),
        Kind("fits-four.fits", "FITS image data, 8-bit", .dimensions),
        Kind("fits-64-bits.fits", "FITS image data", .wholeNumbers(bits: 64)),
        Kind("bmp-jpeg.bmp", "4 compression", .format("JPEG-compressed BMP")),
        Kind("bmp-fax.bmp", "OS/2 2.x format", .compression(3)),
        Kind("bmp-64-bits.bmp", "64 x 48 x 64", .bitsPerSample(16)),
        Kind("psd-lab.psd", "lab, 3x 8-bit channels", .photoshopMode(9)),
        Kind("psd-channels.psd", "multichannel, 3x 8-bit channels", .photoshopMode(7)),
        Kind("psd-zip.psd", "cannot load this image", .format("ZIP-compressed Photoshop")),
        Kind("radiance-xyz.hdr", "Radiance HDR image data", .format("Radiance XYZE")),
        Kind("cursor.ani", "animated cursor", .format("animated cursor")),
        Kind("jpeg-xr.jxr", "JPEG-XR", .format("JPEG XR")),
        Kind("thumbnail.pnm", "XV thumbnail image data", .format("XV thumbnail")),
        Kind("pnm-maximum.pgm", "maxval must be", .invalidHeader, .attributes),
        Kind("sgi.sgi", "SGI image data", .needsImageMagick(format: "SGI")),
        Kind("ray.mtv", "cannot identify image file", .unknownFormat),
    ]

    /// Files with an intact header and damaged pixels.
    private static let damaged = "png-stream.png"

    @Test func `The reason agrees with the output of another program`() async throws {
        try await TemporaryFolder.with { folder in
            let names = try await Self.make(in: folder)
            #expect(Set(names) == Set(Self.kinds.map(\.file) + [Self.damaged]))
            let facts = try await Self.facts(in: folder)
            let errors = names.map { Self.error(ofReading: folder[$0].path) }
            for (name, error) in zip(names, errors) where name != Self.damaged {
                let kind = try #require(Self.kinds.first { $0.file == name })
                let said = facts[name] ?? ""
                #expect(
                    !kind.isContradicted(by: said, error),
                    "\(name): \(said): \(String(describing: error))")
                #expect(error?.subject == folder[name].path)
            }
            // The negative control: the facts and errors of other files contradict each kind.
            for (name, error) in zip(names, errors) {
                for kind in Self.kinds where kind.file != name && kind.reason != .invalidHeader {
                    #expect(
                        kind.isContradicted(by: facts[name] ?? "", error),
                        "\(kind.file) and \(name)")
                }
            }
            for name in ["plain.ppm", "plain.jp2"] {
                #expect(Self.error(ofReading: folder[name].path) == nil)
            }
        }
    }

    /// The file has its end marker, so it is not truncated.
    @Test func `A PNG whose compressed data ends early has invalid data`() async throws {
        try await TemporaryFolder.with { folder in
            _ = try await Self.make(in: folder)
            let error = Self.error(ofReading: folder[Self.damaged].path)
            #expect(error?.reason as? SourceError == .invalidData(row: nil))
            #expect(error?.cause?.report == .missingData)
        }
    }

    private static func error(ofReading path: String) -> ZigguratError? {
        do {
            let trust = SourceRequest.Trust(allowsUntrusted: true)
            _ = try SourceImage(path: path, trust: trust).pixels()
            return nil
        } catch {
            return error as? ZigguratError
        }
    }

    private static func make(in folder: TemporaryFolder) async throws -> [String] {
        try await Judge.run(helper: "refused-files.py", [folder.path]).orThrow()
            .output.split(separator: "\n").map(String.init)
    }

    /// Returns the fields of a TIFF, and the output of libmagic and Pillow for other files.
    private static func facts(in folder: TemporaryFolder) async throws -> [String: String] {
        let script = """
            import os, sys, magic, tifffile
            from PIL import Image

            def plain(value):
                return tuple(map(int, value)) if isinstance(value, tuple) else int(value)

            def fields(path):
                with tifffile.TiffFile(path) as file:
                    tags = list(file.pages[0].tags)
                return "".join(f"{tag.name}={plain(tag.value)} " for tag in tags) \\
                    + "".join(f"type {int(tag.dtype)} " for tag in tags if tag.code == 273)

            def words(path):
                found = magic.from_file(path)
                if found == "JPEG image data":
                    found += f", marker {open(path, 'rb').read(4)[3]:#x}"
                try:
                    Image.open(path).load()
                except Exception as error:
                    found += f", {error}"
                return found

            for name in sorted(os.listdir(sys.argv[1])):
                path = os.path.join(sys.argv[1], name)
                print(name, fields(path) if name.endswith(".tif") else words(path), sep="\\t")
            """
        let result = try await Judge.run(script: script, [folder.path]).orThrow()
        return Dictionary(
            uniqueKeysWithValues: result.output.split(separator: "\n").map { line in
                let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
                return (parts[0], parts.count > 1 ? parts[1] : "")
            })
    }
}
