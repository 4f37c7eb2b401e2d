public import ZigguratCore
public import ZigguratSystem

/// The files that TileManager makes on a device, made beforehand: PhotoScroller's tiles, a
/// placeholder, and a property list by which it knows that they are there.
///
/// It has as many levels as the screen needs: the smallest is the last that is at least a fifth of
/// the screen's longer side, and there are at most four.
///
/// Source: TileManager's Swift code (`TileStruct.swift`).
public struct TileManagerLayout: Layout {
    public let name = "tilemanager"
    public let summary = "tiles for TileManager: PhotoScroller's, a placeholder and a property list"
    public let rules = TiledLayers.rules
    public let depth = PyramidDepth.levels(Self.mostLevels)
    public let levelRules = TiledLayers.levelRules
    public let naming: any NamingStrategy = .template("{name}_{scale1000}_{column}_{row}.{ext}")
    /// The device's screen, in pixels.
    public let screen: PixelSize

    /// That of an iPhone 15.
    public static let usualScreen = PixelSize(width: 1179, height: 2556)
    private static let mostLevels = 4
    private static let screenName = "screen"

    public init(screen: PixelSize = Self.usualScreen) {
        self.screen = screen
    }

    public func shape(for imageSize: PixelSize, cut tiling: Tiling) -> PyramidShape {
        // Whole numbers: side / 2^n ≥ screen / 5.
        var levels = 1
        while levels < Self.mostLevels, 5 * imageSize.longSide >= screen.longSide << levels {
            levels += 1
        }
        return PyramidShape(depth: .levels(levels))
    }

    public var settings: [String: String] {
        [Self.screenName: "\(screen.width)x\(screen.height)"]
    }

    public func with(_ settings: [String: String]) throws(ZigguratError) -> any Layout {
        guard let text = settings[Self.screenName] else { return self }
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1],
            (1...100_000).contains(width), (1...100_000).contains(height)
        else {
            throw ZigguratError(
                .invalidOptions, "", "“\(text)” is no screen",
                remedy: "write its size in pixels, as in --screen 1179x2556")
        }
        return TileManagerLayout(screen: PixelSize(width: width, height: height))
    }

    public func check(_ pyramids: [Pyramid]) throws(ZigguratError) {
        try TiledLayers.checkScales(of: pyramids, layout: name)
    }

    /// `photo_Placeholder.jpg`: the largest reduction that neither the screen's longer side nor
    /// what a whole image may have is too short for.
    public func wholeImages(of pyramid: Pyramid) -> [WholeImage] {
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
    public func descriptors(of bundle: BundleDescription) throws(ZigguratError) -> [BundleFile] {
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
    public static var tilemanager: TileManagerLayout { TileManagerLayout() }
}
