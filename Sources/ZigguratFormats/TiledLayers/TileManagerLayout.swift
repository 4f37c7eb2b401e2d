package import ZigguratCore
package import ZigguratSystem

/// The files that TileManager makes on a device, made beforehand: PhotoScroller's tiles, a
/// placeholder, and a property list by which it knows that they are there.
///
/// It has as many levels as the screen needs: the smallest is the last that is at least a fifth of
/// the screen's longer side, and there are at most four.
///
/// Source: TileManager's Swift code (`TileStruct.swift`).
package struct TileManagerLayout:
    DescriptorWriting, WholeImageLayout, AdaptiveLayout, PyramidChecking, ConfigurableLayout
{
    public let name = "tilemanager"
    public let summary = "tiles for TileManager: PhotoScroller's, a placeholder and a property list"
    public let rules = TiledLayers.rules(TiledLayers.levels(.levels(mostLevels)))
    public let naming: any NamingStrategy = .template("{name}_{scale1000}_{column}_{row}.{ext}")
    /// The device's screen, in pixels.
    public let screen: PixelSize

    /// That of an iPhone 15.
    public static let usualScreen = PixelSize(width: 1179, height: 2556)
    private static let mostLevels = 4

    public init(screen: PixelSize = Self.usualScreen) {
        self.screen = screen
    }

    package func levels(for imageSize: PixelSize, tiling: Tiling) -> PyramidShape {
        // Whole numbers: side / 2^n ≥ screen / 5.
        var levels = 1
        while levels < Self.mostLevels, 5 * imageSize.longSide >= screen.longSide << levels {
            levels += 1
        }
        return PyramidShape(depth: .levels(levels))
    }

    public struct Settings: Codable, Hashable, Sendable {
        @CodedAsText package var screen: Screen
    }

    /// A screen's size in pixels: `1179x2556`.
    public struct Screen: LosslessStringConvertible, Hashable, Sendable {
        public var size: PixelSize

        public init(size: PixelSize) {
            self.size = size
        }

        public init?(_ description: String) {
            let sides = description.split(separator: "x", omittingEmptySubsequences: false)
                .map { Int($0) }
            guard sides.count == 2, let width = sides[0], let height = sides[1],
                (1...100_000).contains(width), (1...100_000).contains(height)
            else { return nil }
            size = PixelSize(width: width, height: height)
        }

        public var description: String { "\(size.width)x\(size.height)" }
    }

    public init(settings: Settings) throws(ZigguratError) {
        screen = settings.screen.size
    }

    public var settings: Settings { Settings(screen: Screen(size: screen)) }

    public func validate(_ pyramids: [Pyramid]) throws(ZigguratError) {
        try TiledLayers.checkScales(of: pyramids, layout: name)
    }

    /// `photo_Placeholder.jpg`: the largest reduction that neither the screen's longer side nor
    /// what a whole image may have is too short for.
    public func makeWholeImages(of pyramid: Pyramid) -> [WholeImage] {
        let limit = min(screen.longSide, WholeImage.maximumSide)
        let encoding = pyramid.tiling.encoding
        return [
            WholeImage(
                level: pyramid.level(ofAtMost: limit), paths: ["\(pyramid.name)_Placeholder.jpg"],
                encoding: TileEncoding(
                    .jpeg, quality: encoding.quality, subsampling: encoding.subsampling))
        ]
    }

    /// `imageInfo.plist`, an array of one dictionary, and `README.txt`.
    public func makeDescriptors(of bundle: BundleDescription) throws(ZigguratError) -> [BundleFile]
    {
        let pyramid = bundle.pyramid
        let entries = [
            ("name", XMLElement("string", text: pyramid.name)),
            ("width", XMLElement("real", text: "\(pyramid.imageSize.width)")),
            ("height", XMLElement("real", text: "\(pyramid.imageSize.height)")),
        ]
        let dictionary = XMLElement(
            "dict", [], entries.flatMap { [XMLElement("key", text: $0), $1] })
        var readme = PhotoScrollerLayout.readme(pyramid, for: "TileManager")
        readme.remarks = [
            "These files go into the folder that TileManager's urlOfTiledImage(named:) names. It finds\n"
                + "the image size in imageInfo.plist, and the small picture in "
                + "\(pyramid.name)_Placeholder.jpg."
        ]
        return [
            try .xml(
                "imageInfo.plist",
                XMLElement(
                    "plist", [("version", "1.0")], [XMLElement("array", [], [dictionary])])),
            readme.file,
        ]
    }
}

extension Layout where Self == TileManagerLayout {
    /// The files that TileManager makes on a device.
    package static var tilemanager: TileManagerLayout { TileManagerLayout() }
}
