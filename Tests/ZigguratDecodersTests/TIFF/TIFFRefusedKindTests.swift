import Foundation
import TestSupport
import Testing
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// Intact TIFF files that libvips reads with wrong pixels.
@Suite struct TIFFRefusedKindTests {
    /// The last file is a control.
    @Test(arguments: [([2], true), ([0], false), ([0, 2], false), ([1], false), ([2], false)])
    func `A 16-bit palette with extra samples other than one interleaved alpha is refused`(
        _ extra: [Int], _ isPlanar: Bool
    ) async throws {
        let samples = 1 + extra.count
        let plane = [UInt8](repeating: 9, count: 4)
        let tiff = MadeTIFF(
            width: 2, height: 1, rowsPerStrip: 1, bits: [Int](repeating: 16, count: samples),
            photometric: 3,
            strips: isPlanar
                ? [[UInt8]](repeating: plane, count: samples)
                : [[UInt8](repeating: 9, count: 4 * samples)],
            [338: extra, 284: [isPlanar ? 2 : 1], 320: Array(0..<3 * 65_536).map { $0 % 65_536 }])
        let isRead = extra == [2] && !isPlanar
        #expect(try await tiff.refusal() == (isRead ? nil : .unsupported(.palettePixels)))
    }

    @Test(arguments: [(1, true), (2, false)])
    func `Signed samples of 8 bits that are multiplied by alpha are refused`(
        _ extra: Int, _ isRefused: Bool
    ) async throws {
        let tiff = MadeTIFF(
            width: 2, height: 1, rowsPerStrip: 1, bits: [8, 8], photometric: 1,
            strips: [[9, 99, 100, 127]], [338: [extra], 339: [2, 2]])
        #expect(
            try await tiff.refusal() == (isRefused ? .unsupported(.associatedAlpha) : nil))
    }

    /// libvips reads the logarithms as grey.
    @Test func `Logarithmic luminance in SGI's compression is refused`() async throws {
        let tiff = MadeTIFF(
            width: 2, height: 1, rowsPerStrip: 1, bits: [16], photometric: 32_844,
            strips: [[2, 64, 0, 2, 9, 9]], [259: [34_676], 339: [2]])
        #expect(try await tiff.refusal() == .unsupported(.photometric(32_844)))
    }
}

extension MadeTIFF {
    /// Opens the file. Returns the error; `nil` if the file can be opened.
    func refusal() async throws -> SourceError? {
        try await TemporaryFolder.with { folder in
            let path = try folder.write(data, to: "a.tif").path
            do {
                _ = try SourceImage(path: path)
                return nil
            } catch { return (error as? ZigguratError)?.reason as? SourceError }
        }
    }
}
