import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// A TIFF whose strips have many rows.
@Suite struct TIFFStripTests {
    /// The image has one strip of 1201 rows.
    @Test(
        arguments: ["rgb", "rgba", "wide", "cmyk"],
        [["lzw"], ["zip:2"], ["packbits"], ["lzw", "-p", "separate"], ["none"]])
    func `Strips of many rows keep the pixels`(
        _ kind: String, _ options: [String]
    ) async throws {
        // tiffcp separates samples of 8 bits only.
        if kind == "wide", options.contains("separate") { return }
        try await TemporaryFolder.with { folder in
            try await TIFFKindTests.makeOriginal(kind, height: 1201, in: folder)
            try await Shell.run(
                "tiffcp", ["-r", "2000", "-c"] + options + ["original.tif", "tall.tif"],
                in: folder.url
            ).orThrow()
            for request in [
                SourceRequest(), SourceRequest(rotation: .half),
                SourceRequest(crop: PixelRegion(x: 31, y: 700, width: 190, height: 101)),
            ] {
                let tall = try SourceImage(path: folder["tall.tif"].path, request: request)
                #expect(try tall.header == VipsSource.open(tall.path, request).header)
                for keepsAlpha in kind == "rgba" ? [true, false] : [true] {
                    let reading = try tall.makeReading(
                        keepsAlpha: keepsAlpha, background: .white, turnsRows: false)
                    // libtiff divides uncompressed strips.
                    let isBlocks = options == ["none"] && reading.isRandomAccess
                    let isRows = !reading.isRandomAccess && !reading.usesLibvips
                    #expect(isBlocks || isRows)
                    let comparison = try Comparison(tall, keepsAlpha: keepsAlpha)
                    let limit = kind == "cmyk" ? 8 : kind == "wide" ? 1 : 0
                    #expect(comparison.largest <= limit && comparison.mean <= 0.3)
                }
            }
            let bytes = try Data(contentsOf: folder["tall.tif"])
            let cut = try folder.write(bytes.prefix(bytes.count / 2), to: "cut.tif")
            #expect(throws: ZigguratError.self) { try SourceImage(path: cut.path).pixels() }
        }
    }

    @Test func `Damage in a strip of many rows is found`() async throws {
        try await TemporaryFolder.with { folder in
            try await TIFFKindTests.makeOriginal("rgb", height: 1201, in: folder)
            try await Shell.run(
                "tiffcp", ["-r", "2000", "-c", "zip", "original.tif", "tall.tif"], in: folder.url
            ).orThrow()
            var bytes = try Data(contentsOf: folder["tall.tif"])
            let middle = bytes.count / 2
            for index in middle..<middle + 400 { bytes[index] = 0xFF }
            let path = try folder.write(bytes, to: "damaged.tif").path
            let error = #expect(throws: ZigguratError.self) {
                try SourceImage(path: path).pixels()
            }
            #expect(error?.code == .invalidSource && error?.subject == path)
        }
    }
}
