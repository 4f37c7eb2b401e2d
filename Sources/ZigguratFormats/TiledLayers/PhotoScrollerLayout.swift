package import ZigguratCore
internal import ZigguratSystem

/// Tiles for views like the view of Apple's PhotoScroller. For example, `photo_500_2_1.png` is the
/// tile in column 2, row 1 at half the image's size.
///
/// Source: Apple's sample code PhotoScroller, `TilingView`.
package struct PhotoScrollerLayout: Layout {
    package let name = "photoscroller"
    package let summary = "tiles for PhotoScroller: views of Apple's sample for iOS"
    /// The sample has four levels.
    package let rules = TiledLayers.rules(TiledLayers.levels(.levels(4)))
    package let naming: any NamingStrategy = .template("{name}_{scale1000}_{column}_{row}.{ext}")
    package var abilities: LayoutAbilities {
        LayoutAbilities {
            $0.descriptors = makeDescriptors
            $0.check = validate
        }
    }

    private func validate(_ pyramids: [Pyramid]) throws(ZigguratError) {
        try TiledLayers.checkScales(of: pyramids, layout: name)
    }

    private func makeDescriptors(
        of bundle: BundleDescription
    ) throws(ZigguratError) -> [BundleFile] {
        [Self.readme(bundle.pyramid, for: "a view like that of Apple's PhotoScroller").file]
    }

    static func readme(_ pyramid: Pyramid, for client: String) -> TiledLayerReadme {
        let format = pyramid.tiling.encoding.format.fileExtension
        return TiledLayerReadme(
            title: "\(pyramid.name): tiles for \(client)",
            numbers: [
                ("image size", TiledLayerReadme.text(pyramid.imageSize)),
                ("tile size", TiledLayerReadme.text(pyramid.tiling.tileSize)),
                ("levels of detail", "\(pyramid.levels.count)"),
                ("zoom scales", TiledLayers.scales(of: pyramid)),
                ("content scale factor", "1"),
            ],
            code: """
                let imageSize = CGSize(width: \(pyramid.imageSize.width), height: \(pyramid.imageSize.height))
                let tileSize = CGSize(width: \(pyramid.tiling.tileSize.width), height: \(pyramid.tiling.tileSize.height))
                let levelsOfDetail = \(pyramid.levels.count)

                func tile(scale: CGFloat, row: Int, column: Int) -> UIImage? {
                    let name = \(TiledLayerReadme.literal(pyramid.name, "_\\(Int(scale * 1000))_\\(column)_\\(row)"))
                    return Bundle.main.path(forResource: name, ofType: "\(format)")
                        .flatMap(UIImage.init(contentsOfFile:))
                }
                """)
    }
}

extension Layout where Self == PhotoScrollerLayout {
    package static var photoscroller: Self { Self() }
}
