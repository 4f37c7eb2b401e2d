import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// Samples of a TIFF that are alpha, and others that are not.
@Suite struct TIFFAlphaTests {
    private static let (width, height) = (TIFFKindTests.width, TIFFKindTests.height)

    /// Photoshop saves selections as samples of no stated meaning.
    @Test(arguments: [(1, 1), (3, 1), (3, 2)], [false, true])
    func `A sample of no stated meaning is not alpha`(
        _ samples: (colours: Int, extra: Int), _ isPlanar: Bool
    ) async throws {
        let (colours, extra) = samples
        try await TemporaryFolder.with { folder in
            var random = SeededGenerator(3)
            let count = Self.width * Self.height
            let planes = (0..<colours + extra).map { _ in random.bytes(count) }
            let pixels = (0..<count).flatMap { pixel in planes.map { $0[pixel] } }
            let tiff = MadeTIFF(
                width: Self.width, height: Self.height, rowsPerStrip: Self.height,
                bits: planes.map { _ in 8 }, photometric: colours == 1 ? 1 : 2,
                strips: isPlanar ? planes : [pixels],
                [338: Array(repeating: 0, count: extra), 284: [isPlanar ? 2 : 1]])
            let file = try folder.write(tiff.data, to: "selection.tif")
            let source = try SourceImage(path: file.path)
            #expect(!source.header.hasAlpha && source.header.bands == colours)
            // libvips reads planar grey with another sample as one plane.
            if colours == 3 || !isPlanar { try TIFFKindTests.compare(file) }
            let expected = (0..<count).flatMap { pixel in planes[..<colours].map { $0[pixel] } }
            let isSame =
                try RowStrips.samples(of: source.makeReading(keepsAlpha: true, background: .white))
                == expected
            #expect(isSame)
        }
    }

    /// The colours are multiplied by alpha.
    @Test(arguments: [1, 3], [(8, 1), (8, 2), (16, 1), (16, 2)])
    func `Associated alpha gives the pixels of libvips`(
        _ colours: Int, _ kind: (bits: Int, planarity: Int)
    ) async throws {
        let (bits, planarity) = kind
        try await TemporaryFolder.with { folder in
            var random = SeededGenerator(5)
            let most = bits == 8 ? 255 : 65_535
            let count = Self.width * Self.height
            let alpha = (0..<count).map { _ in
                Bool.random(using: &random) ? most : Int.random(in: 0...most, using: &random)
            }
            let planes = (0..<colours).map { _ in
                alpha.map { Int.random(in: 0...$0, using: &random) }
            }
            let all = planes + [alpha]
            let values =
                planarity == 2
                ? all : [(0..<count).flatMap { pixel in all.map { $0[pixel] } }]
            let strips = values.map { plane in
                plane.flatMap { value in
                    bits == 8 ? [UInt8(value)] : [UInt8(value & 255), UInt8(value >> 8)]
                }
            }
            let tiff = MadeTIFF(
                width: Self.width, height: Self.height, rowsPerStrip: Self.height,
                bits: all.map { _ in bits }, photometric: colours == 1 ? 1 : 2, strips: strips,
                [284: [planarity], 338: [1]])
            let file = try folder.write(tiff.data, to: "associated.tif")
            // libvips reads planar grey with alpha as one plane.
            if colours == 1, planarity == 2 {
                #expect(try SourceImage(path: file.path).header.hasAlpha)
            } else {
                let source = try SourceImage(path: file.path)
                #expect(try source.header == VipsSource.open(file.path).header)
                let reading = try source.makeReading(keepsAlpha: true, background: .white)
                #expect(reading.isRandomAccess)
                let samples = try RowStrips.samples(of: reading)
                // Colours without opacity are not visible.
                let theirs = try RowStrips.samples(
                    of: source.readThroughVips(keepsAlpha: true, background: .white))
                let bands = colours + 1
                let isSame = samples.indices.allSatisfy { index in
                    let opacity = samples[index / bands * bands + colours]
                    return abs(Int(samples[index]) - Int(theirs[index])) <= 1 || opacity == 0
                }
                #expect(isSame)
                #expect(try Comparison(source, keepsAlpha: false).largest <= 1)
            }
        }
    }
}
