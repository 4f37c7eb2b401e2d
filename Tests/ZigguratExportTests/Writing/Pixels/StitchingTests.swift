import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

/// Other programs assemble the tiles, and the result equals the source pixel for pixel.
@Suite("Other programs assemble tiles to the source image")
struct StitchingTests {
    /// Returns the largest difference between each Deep Zoom image and the source. PyPI's
    /// `large-image-source-deepzoom` reads the Deep Zoom images.
    private static func differences(_ images: [URL], from picture: URL) async throws -> [Int] {
        try await Judge.run(
            script: """
                import sys, numpy
                from PIL import Image
                import large_image_source_deepzoom as deepzoom
                wanted = numpy.asarray(Image.open(sys.argv[1]).convert("RGB")).astype(int)
                for path in sys.argv[2:]:
                    pixels, _ = deepzoom.open(path).getRegion(format="numpy")
                    if pixels.shape[:2] != wanted.shape[:2]: print("=", 999)
                    else: print("=", abs(pixels[..., :3].astype(int) - wanted).max())
                """, [picture.path] + images.map(\.path)
        ).orThrow().output.split(separator: "\n").filter { $0.hasPrefix("= ") }
            .compactMap { Int($0.dropFirst(2)) }
    }

    @Test("large-image assembles Deep Zoom tiles")
    func deepZoom() async throws {
        try await Workshop.with { shop in
            let picture = try await shop.picture("photo.png", width: 1030, height: 700)
            var images: [URL] = []
            for (number, (tileSize, overlap)) in [(254, 1), (256, 0), (100, 7)].enumerated() {
                let exporter = Exporter(
                    destination: shop.folder["\(number)"].path,
                    options: Exporter.Options(
                        layouts: [.dzi],
                        tiling: Tiling.Request(
                            tileSize: tileSize, overlap: overlap, encoding: TileEncoding(.png)),
                        viewer: .none))
                try exporter.export(picture)
                images.append(shop.folder["\(number)/photo/dzi/photo.dzi"])
            }
            let file = URL(filePath: picture)
            #expect(try await Self.differences(images, from: file) == [0, 0, 0])
            // The negative control: two tiles exchanged.
            let files = FileManager.default
            let tiles = ["1_1", "2_1"].map {
                shop.folder["1/photo/dzi/photo_files/11/\($0).png"]
            }
            try files.moveItem(at: tiles[0], to: shop.folder["away.png"])
            try files.moveItem(at: tiles[1], to: tiles[0])
            try files.moveItem(at: shop.folder["away.png"], to: tiles[1])
            let exchanged = try await Self.differences([images[1]], from: file)
            #expect(try #require(exchanged.first) > 20)
        }
    }

    /// Returns a description of the highest zoom for GDAL's TMS reader. The reader assumes a grid
    /// of 2^zoom × 2^zoom tiles.
    private static func description(
        _ bundle: URL, zoom: Int, width: Int, height: Int, fromBottom: Bool
    ) -> String {
        let grid = 256 << zoom
        // If rows are counted from the bottom, the image begins at the bottom of the grid.
        let top = fromBottom ? grid - height : 0
        return """
            <GDAL_WMS>
              <Service name="TMS">
                <ServerUrl>file://\(bundle.path)/${z}/${x}/${y}.png</ServerUrl>
              </Service>
              <DataWindow>
                <UpperLeftX>0</UpperLeftX><UpperLeftY>\(top)</UpperLeftY>
                <LowerRightX>\(width)</LowerRightX><LowerRightY>\(top - grid)</LowerRightY>
                <SizeX>\(width)</SizeX><SizeY>\(grid)</SizeY>
                <TileLevel>\(zoom)</TileLevel>
                <TileCountX>1</TileCountX><TileCountY>1</TileCountY>
                <YOrigin>\(fromBottom ? "bottom" : "top")</YOrigin>
              </DataWindow>
              <BlockSizeX>256</BlockSizeX><BlockSizeY>256</BlockSizeY>
              <BandsCount>3</BandsCount>
            </GDAL_WMS>
            """
    }

    @Test("GDAL stitches z/x/y and TMS folders", arguments: [(1030, 700), (300, 600), (256, 90)])
    func maps(width: Int, height: Int) async throws {
        try await Workshop.with { shop in
            let picture = try await shop.picture("photo.png", width: width, height: height)
            let exporter = shop.exporter([.xyz, .tms]) {
                $0.tiling.encoding = TileEncoding(.png)
                $0.viewer = .none
            }
            let bundles = try exporter.export(picture).manifest.bundles
            let source = try await PixelPicture.read(URL(filePath: picture))
            let zoom = bundles[0].levels - 1
            // The last case is the negative control: its rows are counted the wrong way.
            for (layout, fromBottom, isRight) in [
                ("xyz", false, true), ("tms", true, true), ("tms", false, false),
            ] {
                let file = try shop.folder.write(
                    Self.description(
                        shop.folder["Output/photo/\(layout)"], zoom: zoom, width: width,
                        height: height, fromBottom: fromBottom), to: "\(layout).xml")
                let top = fromBottom ? (256 << zoom) - height : 0
                let copy = shop.folder["copy.png"]
                let result = try await Shell.run(
                    "gdal_translate",
                    [
                        "-q", "-of", "PNG", "-srcwin", "0", "\(top)", "\(width)", "\(height)",
                        file.path, copy.path,
                    ])
                var isSame = false
                if result.status == 0 {
                    isSame =
                        try await PixelPicture.read(copy).difference(from: source).largest == 0
                }
                #expect(isSame == isRight, "\(layout), \(fromBottom): \(result.errors)")
            }
        }
    }
}
