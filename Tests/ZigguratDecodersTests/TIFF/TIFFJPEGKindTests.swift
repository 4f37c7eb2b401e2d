import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// Rare kinds of JPEG and YCbCr in TIFF are read, or the error names the kind.
@Suite struct TIFFJPEGKindTests {
    /// The image has one strip, of few or of many rows.
    @Test(arguments: [200, 700], ["444", "420"])
    func `Old-style JPEG has the pixels of tiff2rgba`(
        _ height: Int, _ subsampling: String
    ) async throws {
        try await TemporaryFolder.with { folder in
            let jpeg = try await Self.jpeg(height: height, subsampling, in: folder)
            let sharing = subsampling == "444" ? 1 : 2
            func wrapped(_ place: Int) -> Data {
                MadeTIFF(
                    width: 300, height: height, rowsPerStrip: height, bits: [8, 8, 8],
                    photometric: 6, strips: [jpeg],
                    [259: [6], 513: [place], 514: [jpeg.count], 530: [sharing, sharing]]
                ).data
            }
            let start = try #require(wrapped(0).firstRange(of: Data(jpeg.prefix(20))))
            let file = try folder.write(wrapped(start.lowerBound), to: "old.tif")
            try await Shell.run("tiff2rgba", ["old.tif", "rgba.tif"], in: folder.url).orThrow()
            try await Vips.run("extract_band", "rgba.tif", "rgb.v", "0", "--n", "3", in: folder)
            let expected = try await PixelPicture.read(folder["rgb.v"])
            for request in [
                SourceRequest(),
                SourceRequest(crop: PixelRegion(x: 31, y: 90, width: 200, height: 101)),
            ] {
                let source = try SourceImage(path: file.path, request: request)
                let region = request.crop ?? PixelRegion(x: 0, y: 0, width: 300, height: height)
                let isSame =
                    try source.pixels()
                    == expected.cropped(
                        x: region.x, y: region.y, width: region.width, height: region.height)
                #expect(isSame)
                #expect((source.directMemory?.threadBytes ?? 0) > 7 * 300 * height)
            }
            // A request for a smaller size reads the file through libvips.
            let small = SourceRequest(fit: PixelSize(width: 150, height: height / 2))
            #expect(try SourceImage(path: file.path, request: small).pixels().width == 150)
        }
    }

    @Test(arguments: [1, 2])
    func `YCbCr in planes of equal size is read`(_ sharing: Int) async throws {
        try await TemporaryFolder.with { folder in
            var random = SeededGenerator(4)
            let (width, height) = (64, 48)
            let planes = (0..<3).map { band in
                random.bytes(width * height / (band == 0 ? 1 : sharing * sharing))
            }
            let tiff = MadeTIFF(
                width: width, height: height, rowsPerStrip: height, bits: [8, 8, 8],
                photometric: 6, strips: planes, [284: [2], 530: [sharing, sharing]])
            let path = try folder.write(tiff.data, to: "planes.tif").path
            guard sharing == 1 else {
                Self.expectFailure(.unsupported(.ycbcr(samples: 3, bits: 8)), of: path)
                return
            }
            let shown = try SourceImage(path: path).pixels()
            for index in stride(from: 0, to: width * height, by: 7) {
                let (y, cb, cr) = (
                    Double(planes[0][index]), Double(planes[1][index]) - 128,
                    Double(planes[2][index]) - 128
                )
                let wanted = [y + 1.402 * cr, y - 0.344136 * cb - 0.714136 * cr, y + 1.772 * cb]
                let isNear = (0..<3).allSatisfy {
                    abs(Double(shown.samples[3 * index + $0]) - min(max(wanted[$0], 0), 255)) <= 1.5
                }
                #expect(isNear)
            }
        }
    }

    /// The frame header of a JPEG is changed to a kind that libjpeg-turbo does not read.
    @Test(arguments: [
        (change: (1, UInt8(0xC3)), failure: SourceError.unsupported(.format("lossless JPEG"))),
        ((4, 12), .unsupported(.bitsPerSample(12))), ((6, 0), .unsupported(.heightAfterRows)),
        ((1, 0xC0), nil),
    ])
    func `Unsupported kinds of JPEG are named`(
        _ kind: (change: (place: Int, value: UInt8), failure: SourceError?)
    ) async throws {
        try await TemporaryFolder.with { folder in
            var jpeg = try await Self.jpeg(height: 200, "420", in: folder)
            let frame = try #require(
                Data(jpeg).firstRange(of: Data([0xFF, 0xC0, 0, 17, 8]))?.lowerBound)
            jpeg[frame + kind.change.place] = kind.change.value
            let tiff = MadeTIFF(
                width: 300, height: 200, rowsPerStrip: 200, bits: [8, 8, 8], photometric: 6,
                strips: [jpeg], [259: [7], 530: [2, 2]])
            for file in [
                try folder.write(Data(jpeg), to: "kind.jpg"),
                try folder.write(tiff.data, to: "kind.tif"),
            ] {
                if let failure = kind.failure {
                    Self.expectFailure(failure, of: file.path)
                } else {
                    #expect(try SourceImage(path: file.path).pixels().width == 300)
                }
            }
        }
    }

    /// Reading the header finds the failure, as in a plan.
    private static func expectFailure(_ failure: SourceError, of path: String) {
        let error = #expect(throws: ZigguratError.self) { try SourceImage(path: path) }
        #expect(error == ZigguratError(failure, path))
    }

    private static func jpeg(
        height: Int, _ subsampling: String, in folder: TemporaryFolder
    ) async throws -> [UInt8] {
        try await TestPicture(width: 300, height: height).write(to: folder["photo.v"])
        let mode = subsampling == "444" ? "off" : "on"
        try await Vips.run(
            "jpegsave", "photo.v", "photo.jpg", "--strip", "--subsample-mode", mode, in: folder)
        return [UInt8](try Data(contentsOf: folder["photo.jpg"]))
    }
}
