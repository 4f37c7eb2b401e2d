import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratPyramid
import ZigguratSystem

@Suite struct RegionImageTests {
    /// Regions at the corners, inside, of one pixel, and of the whole image.
    private static let parts = [
        PixelRegion(x: 0, y: 0, width: 300, height: 260),
        PixelRegion(x: 0, y: 0, width: 40, height: 30),
        PixelRegion(x: 33, y: 47, width: 101, height: 90),
        PixelRegion(x: 100, y: 131, width: 200, height: 129),
        PixelRegion(x: 150, y: 200, width: 1, height: 1),
        PixelRegion(x: 289, y: 249, width: 11, height: 11),
    ]

    /// Copies a part of a JPEG into the middle of an image and decodes the result.
    private static func copy(
        _ part: PixelRegion, of jpeg: [UInt8], in folder: TemporaryFolder
    ) async throws -> PixelPicture {
        let size = PixelSize(width: part.width + 9, height: part.height + 7)
        var image = RegionImage(size: size, isOpaque: true)
        try image.place(
            jpeg, from: (part.x, part.y),
            to: PixelRegion(x: 5, y: 4, width: part.width, height: part.height))
        let bytes = try image.encoded(TileEncoding(.png), size: size)
        let file = folder["\(part.x)-\(part.width).png"]
        try Data(bytes).write(to: file)
        return try await PixelPicture.read(file)
            .cropped(x: 5, y: 4, width: part.width, height: part.height)
    }

    @Test(arguments: ["Q=80", "Q=95,subsample-mode=off", "Q=80,interlace"])
    func `Parts of a JPEG have the pixels of the whole image`(options: String) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 300, height: 260).write(
                to: folder["a.jpg"], options: options)
            let bytes = [UInt8](try Data(contentsOf: file))
            let judge = try await PixelPicture.read(file)
            for part in Self.parts {
                let copy = try await Self.copy(part, of: bytes, in: folder)
                let expected = judge.cropped(
                    x: part.x, y: part.y, width: part.width, height: part.height)
                let isEqual = copy == expected
                #expect(isEqual, "\(part)")
            }
            // Negative control: the part beside this part has other pixels.
            let part = Self.parts[2]
            let other = try await Self.copy(part, of: bytes, in: folder)
            let isMoved =
                other
                == judge.cropped(
                    x: part.x + 1, y: part.y, width: part.width, height: part.height)
            #expect(!isMoved)
        }
    }

    @Test func `A damaged tile and a part outside the tile are rejected`() async throws {
        let file = try await TemporaryFolder.with { folder in
            try Data(
                contentsOf: try await TestPicture(width: 64, height: 64).write(to: folder["a.jpg"]))
        }
        for (bytes, x) in [(Array(file.prefix(100)), 0), ([UInt8](file), 60)] {
            var image = RegionImage(size: PixelSize(square: 8), isOpaque: true)
            #expect(throws: ZigguratError.self) {
                try image.place(
                    bytes, from: (x, 0), to: PixelRegion(x: 0, y: 0, width: 8, height: 8))
            }
        }
    }
}
