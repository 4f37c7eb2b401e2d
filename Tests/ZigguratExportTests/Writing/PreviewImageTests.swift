import Foundation
import TestSupport
import Testing

@testable import ExportTestSupport
@testable import ZigguratExport
@testable import ZigguratMaintenance
@testable import ZigguratStore

/// The larger thumbnail, and the image for previews of links.
@Suite struct PreviewImageTests {
    /// The sizes of images and of their preview images; `nil` if no preview image is written.
    private static let sizes: [(image: [Int], large: [Int]?, dense: [Int]?, card: [Int]?)] = [
        ([512, 400], nil, nil, nil),
        ([513, 400], [513, 400], nil, nil),
        ([1199, 900], [600, 450], nil, nil),
        ([4096, 900], [1024, 225], nil, [2048, 450]),
        ([4097, 2200], [513, 275], [1025, 550], [2049, 1100]),
        // The card is the same level.
        ([1200, 900], [600, 450], nil, [1200, 900]),
        ([20_000, 15_000], [625, 469], nil, [1250, 938]),
        ([1000, 30_000], [32, 938], nil, nil),
        ([9000, 2000], [1125, 250], nil, [2250, 500]),
        ([9000, 4000], [563, 250], [1125, 500], [2250, 1000]),
        ([3000, 9000], [188, 563], nil, nil),
        ([60_000, 500], [1875, 16], nil, [1875, 16]),
    ]

    @Test("Each image is a level of the right size", arguments: sizes)
    func size(image: [Int], large: [Int]?, dense: [Int]?, card: [Int]?) {
        let size = PixelSize(width: image[0], height: image[1])
        let images = PreviewImages(of: size, folder: "data/", hasCard: true)
        func side(_ image: SizedImage?) -> [Int]? { image.map { [$0.width, $0.height] } }
        #expect(side(images.largeThumbnail) == large && side(images.card) == card)
        #expect(side(images.denseThumbnail) == dense)
        #expect(images.all.allSatisfy { $0.path.hasPrefix("data/") })
        #expect(PreviewImages(of: size, folder: "", hasCard: false).card == nil)
        for (level, path) in images.levels(of: size) {
            let image = images.all.first { $0.path == path }
            let size = level.tiling.tileSize
            #expect(image?.width == size.width && image?.height == size.height)
        }
    }

    @Test("An export has the images that its manifest and its page name")
    func files() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 2500, height: 1700)
            let result = try shop.exporter { $0.baseURL = "https://example.org" }.export(image)
            let previews = try #require(result.manifest.previews)
            #expect(previews.all.map(\.path) == ["thumbnail-large.jpg", "card.jpg"])
            for image in previews.all {
                let picture = try await PixelPicture.read(
                    URL(filePath: "\(result.folder)/\(image.path)"))
                #expect(picture.width == image.width && picture.height == image.height)
            }
            let page = try String(
                contentsOfFile: "\(result.folder)/dzi/index.html", encoding: .utf8)
            for property in [
                #""og:image" content="https://example.org/photo/card.jpg""#,
                #""og:image:width" content="1250""#, #""og:image:height" content="850""#,
                #""twitter:card" content="summary_large_image""#,
            ] {
                #expect(page.contains(property), "\(property)")
            }
            #expect(try Verdict(shop.output).findings == [])
            // Without a base address, the card image for other sites is not written.
            let other = try shop.exporter { $0.replaces = true }.export(image)
            #expect(
                other.manifest.previews?.all.map(\.path) == ["thumbnail-large.jpg"])
            #expect(try Verdict(shop.output).findings == [])
        }
    }

    @Test("A missing, changed or additional image is found")
    func damage() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 1300, height: 900)
            let result = try shop.exporter { $0.baseURL = "https://example.org" }.export(image)
            let files = FileManager.default
            func path(_ name: String) -> String { "\(result.folder)/\(name)" }
            try files.copyItem(atPath: path("thumbnail.jpg"), toPath: path("card-2.jpg"))
            try files.removeItem(atPath: path("card.jpg"))
            try files.removeItem(atPath: path("thumbnail-large.jpg"))
            try files.copyItem(atPath: path("thumbnail.jpg"), toPath: path("thumbnail-large.jpg"))
            let kinds = try Verdict(shop.output).findings.map {
                "\($0.kind) \($0.place.split(separator: "/").last ?? "")"
            }
            #expect(
                Set(kinds) == [
                    "missingFile card.jpg", "wrongSize thumbnail-large.jpg",
                    "extraFile card-2.jpg",
                ])
        }
    }
}
