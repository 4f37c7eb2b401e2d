package import ZigguratCore
package import ZigguratSystem

/// The files that TileManager would create on a device: PhotoScroller's tiles, a placeholder, and a
/// property list.
///
/// The smallest level is the last level with at least a fifth of the screen's longer side. A
/// pyramid has at most four levels.
///
/// Source: TileManager's Swift code (`TileStruct.swift`).
package struct TileManagerLayout: ConfigurableLayout {
    package let name = "tilemanager"
    package let summary =
        "tiles for TileManager: PhotoScroller's, a placeholder and a property list"
    package let rules = TiledLayers.rules(TiledLayers.levels(.levels(mostLevels)))
    package let naming: any NamingStrategy = .template("{name}_{scale1000}_{column}_{row}.{ext}")
    package var abilities: LayoutAbilities {
        LayoutAbilities {
            $0.descriptors = makeDescriptors
            $0.wholeImages = makeWholeImages
            $0.levels = levels
            $0.check = validate
            $0.settings = self
        }
    }
    /// The device's screen, in pixels.
    package let screen: PixelSize

    /// The screen of an iPhone 15.
    static let usualScreen = PixelSize(width: 1179, height: 2556)
    private static let mostLevels = 4

    package init(screen: PixelSize = Self.usualScreen) {
        self.screen = screen
    }

    private func levels(for imageSize: PixelSize, tiling: Tiling) -> PyramidShape {
        // In whole numbers: side / 2^n ≥ screen / 5.
        var levels = 1
        while levels < Self.mostLevels, 5 * imageSize.longSide >= screen.longSide << levels {
            levels += 1
        }
        return PyramidShape(depth: .levels(levels))
    }

    package struct Settings: Codable, Hashable, Sendable {
        @CodedAsText package var screen: Screen
    }

    /// A screen's size in pixels: `1179x2556`.
    package struct Screen: LosslessStringConvertible, Hashable, Sendable {
        package var size: PixelSize

        package init(size: PixelSize) {
            self.size = size
        }

        package init?(_ description: String) {
            let sides = description.split(separator: "x", omittingEmptySubsequences: false)
                .map { Int($0) }
            guard sides.count == 2, let width = sides[0], let height = sides[1],
                (1...100_000).contains(width), (1...100_000).contains(height)
            else { return nil }
            size = PixelSize(width: width, height: height)
        }

        package var description: String { "\(size.width)x\(size.height)" }
    }

    package init(settings: Settings) throws(ZigguratError) {
        screen = settings.screen.size
    }

    package var settings: Settings { Settings(screen: Screen(size: screen)) }

    private func validate(_ pyramids: [Pyramid]) throws(ZigguratError) {
        try TiledLayers.checkScales(of: pyramids, layout: name)
    }

    /// Returns `photo_Placeholder.jpg`: the largest reduction within the screen's longer side and
    /// the limit of whole images.
    private func makeWholeImages(of pyramid: Pyramid) -> [WholeImage] {
        let limit = min(screen.longSide, WholeImage.maximumSide)
        let encoding = pyramid.tiling.encoding
        return [
            WholeImage(
                level: pyramid.level(ofAtMost: limit), paths: ["\(pyramid.name)_Placeholder.jpg"],
                encoding: TileEncoding(
                    .jpeg, quality: encoding.quality, subsampling: encoding.subsampling))
        ]
    }

    /// Returns `imageInfo.plist`, an array with one dictionary, and `README.txt`.
    private func makeDescriptors(
        of bundle: BundleDescription
    ) throws(ZigguratError) -> [BundleFile] {
        let pyramid = bundle.pyramid
        let dictionary = XMLElement(
            "dict", [:],
            [
                XMLElement("key", text: "name"), XMLElement("string", text: pyramid.name),
                XMLElement("key", text: "width"),
                XMLElement("real", text: "\(pyramid.imageSize.width)"),
                XMLElement("key", text: "height"),
                XMLElement("real", text: "\(pyramid.imageSize.height)"),
            ])
        var readme = PhotoScrollerLayout.readme(pyramid, for: "TileManager")
        readme.remarks = [
            "These files go into the folder that TileManager's urlOfTiledImage(named:) names. It finds\n"
                + "the image size in imageInfo.plist, and the small picture in "
                + "\(pyramid.name)_Placeholder.jpg."
        ]
        return [
            try .xml(
                "imageInfo.plist",
                XMLElement("plist", ["version": "1.0"], [XMLElement("array", [:], [dictionary])])),
            readme.file,
        ]
    }
}

extension Layout where Self == TileManagerLayout { package static var tilemanager: Self { Self() } }
