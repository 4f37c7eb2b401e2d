import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// JPEG XL has the pixels that the `vips` command reads.
@Suite struct JPEGXLTests {
    private static let trust = SourceRequest.Trust(allowsUntrusted: true)
    private static let (width, height) = (211, 130)

    /// A file, the file from which vips makes it, and its bits.
    private static let kinds: [(file: String, from: String, bits: Int)] = [
        ("lossy.jxl[Q=90]", "rgb.v", 8), ("lossless.jxl[lossless]", "rgb.v", 8),
        ("alpha.jxl[Q=90]", "rgba.v", 8), ("alpha-lossless.jxl[lossless]", "rgba.v", 8),
        ("grey.jxl[Q=90]", "grey.v", 8), ("grey-lossless.jxl[lossless]", "grey.v", 8),
        ("16.jxl[Q=90]", "wide.v", 16), ("16-lossless.jxl[lossless]", "wide.v", 16),
        ("p3.jxl[lossless]", "p3.v", 8),
    ]

    @Test(arguments: kinds)
    func `Pixels equal the pixels of the vips command`(
        _ kind: (file: String, from: String, bits: Int)
    ) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.make(kind.file, from: kind.from, in: folder)
            for crop in [nil, PixelRegion(x: 31, y: 17, width: 100, height: 90)] {
                let request = SourceRequest(crop: crop)
                let source = try SourceImage(
                    path: file.path, request: request, trust: Self.trust)
                #expect(source.header.bitsPerSample == kind.bits)
                #expect(source.header.hasProfile == (kind.from == "p3.v"))
                #expect(
                    try source.header == VipsSource.open(file.path, request, Self.trust).header)
                let reading = try source.makeReading(keepsAlpha: true, background: .white)
                #expect(!reading.usesLibvips)
                var steps: [[String]] = []
                if kind.from == "p3.v" { steps.append(Vips.embeddedToSRGB) }
                if kind.bits == 16 { steps += Vips.narrowed }
                if let crop {
                    steps.append(
                        ["extract_area"]
                            + [crop.x, crop.y, crop.width, crop.height].map { "\($0)" })
                }
                let judged = try await PixelPicture.read(
                    Vips.prepare(file, [["copy"]] + steps, in: folder))
                let difference = try source.pixels(keepsAlpha: true).difference(from: judged)
                #expect(difference.largest <= 1 && difference.mean <= 0.3, "\(difference)")
                #expect(try Comparison(source).isNearlySame)
            }
        }
    }

    /// Files with boxes of metadata, splines, patches and a transfer function of HDR.
    @Test(arguments: [
        "jxl/splines.jxl", "jxl/spline_on_first_frame.jxl", "jxl/pq_gradient.jxl",
        "jxl/boxes/square-extended-size-container.jxl",
        "jxl/jpeg_reconstruction/1x1_exif_xmp.jxl",
    ])
    func `Images of the JPEG XL project are read`(_ name: String) async throws {
        let file = try StandardImages.file(name)
        let source = try SourceImage(
            path: file.path, request: SourceRequest(colour: .keep), trust: Self.trust)
        try await TemporaryFolder.with { folder in
            let reading = try source.makeReading(keepsAlpha: true, background: .white)
            #expect(!reading.usesLibvips)
            let isWide = source.header.bitsPerSample > 8
            let steps = isWide ? Vips.narrowedGrey : []
            let judged = try await PixelPicture.read(
                Vips.prepare(file, [["copy"]] + steps, in: folder))
            let difference = try source.pixels(keepsAlpha: true).difference(from: judged)
            #expect(difference.largest <= 1 && difference.mean <= 0.5)
        }
    }

    @Test func `Animations are left to libvips`() throws {
        let file = try StandardImages.file("jxl/blending/cropped_traffic_light.jxl")
        #expect(Decoders.open(file.path, SourceRequest(), Self.trust) == nil)
        let source = try SourceImage(path: file.path, trust: Self.trust)
        let reading = try source.makeReading(keepsAlpha: true, background: .white)
        #expect(reading.usesLibvips)
    }

    @Test func `Untrusted files need permission`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.make("plain.jxl", from: "rgb.v", in: folder)
            let error = #expect(throws: ZigguratError.self) {
                try SourceImage(path: file.path)
            }
            #expect(error?.reason as? SourceError == .untrustedDecoder(format: "jxl"))
        }
    }

    @Test(arguments: ["lossy.jxl[Q=90]", "lossless.jxl[lossless]"])
    func `Truncated and damaged files are errors`(_ name: String) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.make(name, from: "rgb.v", in: folder)
            let bytes = try Data(contentsOf: file)
            var codes: Set<ZigguratError.Code> = []
            for step in 1..<20 {
                let cut = try folder.write(
                    bytes.prefix(16 + (bytes.count - 17) * step / 20), to: "cut.jxl")
                let error = #expect(throws: ZigguratError.self) {
                    _ = try SourceImage(path: cut.path, trust: Self.trust).pixels()
                }
                if let error { codes.insert(error.code) }
            }
            #expect(codes.isSubset(of: [.truncatedSource, .invalidSource]))
            #expect(codes.contains(.truncatedSource))
            for number in 0..<40 {
                var random = SeededGenerator(number)
                var damaged = bytes
                for _ in 0..<Int.random(in: 1...8, using: &random) {
                    damaged[Int.random(in: 2..<damaged.count, using: &random)] = UInt8.random(
                        in: 0...255, using: &random)
                }
                let path = try folder.write(damaged, to: "damaged.jxl").path
                do {
                    _ = try RowStrips.samples(
                        of: SourceImage(path: path, trust: Self.trust).makeReading(
                            keepsAlpha: true, background: .white))
                } catch let error as ZigguratError {
                    #expect(error.reason is SourceError && error.subject == path)
                }
            }
        }
    }

    private static func make(
        _ name: String, from: String, in folder: TemporaryFolder
    ) async throws -> URL {
        let hasAlpha = from == "rgba.v"
        let first = hasAlpha ? "rgba.v" : "rgb.v"
        try await TestPicture(width: width, height: height, hasAlpha: hasAlpha)
            .write(to: folder[first])
        switch from {
        case "grey.v": try await Vips.run("colourspace", "rgb.v", "grey.v", "b-w", in: folder)
        case "wide.v": try await Vips.run("colourspace", "rgb.v", "wide.v", "rgb16", in: folder)
        case "p3.v":
            try await Vips.run(
                "icc_transform", "rgb.v", "p3.v", "p3", "--input-profile", "srgb", in: folder)
        default: break
        }
        try await Vips.run("copy", from, name, in: folder)
        return folder[String(name.prefix { $0 != "[" })]
    }
}
