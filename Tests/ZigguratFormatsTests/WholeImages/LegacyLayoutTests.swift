import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ZigguratFormats

@Suite("Whole images at each level")
struct LegacyLayoutTests {
    @Test("The layout has the expected paths for 1000 × 300 pixels")
    func paths() throws {
        let pyramid = try LegacyLayout().pyramid(PixelSize(width: 1000, height: 300))
        #expect(
            BundlePaths(.legacy, pyramid).all == ["250x75.jpg", "500x150.jpg", "1000x300.jpg"])
    }

    @Test("Every level is one tile below the size limit", arguments: testSizes, [false, true])
    func levels(size: PixelSize, isProgressive: Bool) throws {
        let pyramid = try LegacyLayout().pyramid(
            name: "photo", imageSize: size,
            tiling: Tiling.Request(encoding: TileEncoding(.jpeg, progressive: isProgressive)))
        let limit = isProgressive ? 8192 : 65_500
        #expect(pyramid.levels.allSatisfy { $0.tileCount == 1 && $0.size.longSide <= limit })
        #expect(pyramid.levels.first?.size.longSide ?? 0 <= 256)
        #expect(pyramid.levels.last?.scaleFactor == 1 || size.longSide > limit)
        let bundle = BundleDescription(layout: "legacy", pyramid: pyramid)
        #expect(LegacyLayout().notes(on: bundle).isEmpty == (size.longSide <= 8192))
    }

    @Test("The document has the expected bytes, and uses a base address")
    func document() throws {
        let pyramid = try LegacyLayout().pyramid(PixelSize(width: 300, height: 200), name: "ä b")
        let plain = try LegacyLayout().descriptors(
            of: BundleDescription(layout: "legacy", pyramid: pyramid))
        #expect(plain.map(\.path) == ["info.json"])
        #expect(
            String(decoding: plain[0].bytes, as: UTF8.self) == """
                {
                  "levels" : [
                    {
                      "height" : 100,
                      "url" : "150x100.jpg",
                      "width" : 150
                    },
                    {
                      "height" : 200,
                      "url" : "300x200.jpg",
                      "width" : 300
                    }
                  ],
                  "type" : "legacy-image-pyramid"
                }

                """)
        let based = try LegacyLayout().descriptors(
            of: BundleDescription(
                layout: "legacy", pyramid: pyramid, baseURL: "https://example.org/"))
        #expect(
            String(decoding: based[0].bytes, as: UTF8.self)
                .contains("\"https://example.org/%C3%A4%20b/legacy/300x200.jpg\""))
    }
}

@Suite("The image as one file")
struct SingleLayoutTests {
    @Test(
        "The file has the whole image, or its largest level below the size limit",
        arguments: [
            (300, 200, TileEncoding(.jpeg), 300, 200), (8192, 10, .init(.jpeg), 8192, 10),
            (8193, 10, .init(.jpeg), 8193, 10), (65_500, 10, .init(.jpeg), 65_500, 10),
            (65_501, 10, .init(.jpeg), 32_751, 5), (140_000, 300, .init(.jpeg), 35_000, 75),
            (1, 1, .init(.jpeg), 1, 1),
            // These encoders need all rows at once, so the limit is smaller.
            (8192, 10, .init(.png), 8192, 10), (8193, 10, .init(.png), 4097, 5),
            (100_000, 300, .init(.webp), 6250, 19),
            (8193, 10, .init(.jpeg, progressive: true), 4097, 5),
            (8193, 10, .init(.jpeg, lossless: true), 4097, 5),
        ])
    func size(
        width: Int, height: Int, encoding: TileEncoding, ofImage imageWidth: Int,
        _ imageHeight: Int
    ) throws {
        let pyramid = try SingleLayout().pyramid(
            name: "photo", imageSize: PixelSize(width: width, height: height),
            tiling: Tiling.Request(encoding: encoding))
        #expect(pyramid.levels.map(\.size) == [PixelSize(width: imageWidth, height: imageHeight)])
        #expect(BundlePaths(.single, pyramid).all == ["photo.\(encoding.format.fileExtension)"])
        let bundle = BundleDescription(layout: "single", pyramid: pyramid)
        #expect(SingleLayout().notes(on: bundle).isEmpty == (width <= 8192))
    }

    @Test("The document has the expected bytes")
    func document() throws {
        let pyramid = try SingleLayout().pyramid(PixelSize(width: 300, height: 200), name: "ä b")
        let files = try SingleLayout().descriptors(
            of: BundleDescription(layout: "single", pyramid: pyramid))
        #expect(
            String(decoding: files[0].bytes, as: UTF8.self) == """
                {
                  "height" : 200,
                  "type" : "image",
                  "url" : "%C3%A4%20b.jpg",
                  "width" : 300
                }

                """)
    }
}
