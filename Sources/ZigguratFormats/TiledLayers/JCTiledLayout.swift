package import ZigguratCore
internal import ZigguratSystem

/// Tiles for JCTiledScrollView. For example, `photo_4x_1_2.png` is the tile in row 1, column 2 of
/// the level that is four times as large as the smallest level.
///
/// Source: JCTiledScrollView's `JCTiledView` and its demo.
package struct JCTiledLayout: Layout {
    package let name = "jctiled"
    package let summary = "tiles for JCTiledScrollView: iOS, rows first, 1x the smallest level"
    package let rules = TiledLayers.rules()
    package let naming: any NamingStrategy = .template(
        "{name}_{magnification}x_{row}_{column}.{ext}")
    package var abilities: LayoutAbilities {
        LayoutAbilities { $0.descriptors = makeDescriptors }
    }

    /// Returns `README.txt`, which states the unrounded size of the smallest level as the content
    /// size, so that the view requests only existing tiles.
    private func makeDescriptors(
        of bundle: BundleDescription
    ) throws(ZigguratError) -> [BundleFile] {
        let pyramid = bundle.pyramid
        let further = pyramid.levels.count - 1
        let factor = Double(1 << further)
        let content = [pyramid.imageSize.width, pyramid.imageSize.height].map { side in
            side % (1 << further) == 0 ? "\(side >> further)" : "\(Double(side) / factor)"
        }
        let name = TiledLayerReadme.literal(pyramid.name, "_\\(scale)x_\\(row)_\\(column)")
        let format = pyramid.tiling.encoding.format.fileExtension
        let tileSize = pyramid.tiling.tileSize
        var readme = TiledLayerReadme(
            title: "\(pyramid.name): tiles for JCTiledScrollView",
            numbers: [
                ("image size", TiledLayerReadme.text(pyramid.imageSize)),
                ("content size", "\(content[0]) × \(content[1]) points"),
                ("tile size", TiledLayerReadme.text(tileSize, of: "points")),
                ("levels of zoom", "\(further)"),
                ("levels of detail", "\(further)"),
                ("zoom scales", pyramid.levels.map { "\(1 << $0.index)" }.joined(separator: ", ")),
            ],
            code: """
                let scrollView = JCTiledScrollView(
                    frame: view.bounds, contentSize: CGSize(width: \(content[0]), height: \(content[1])))
                scrollView.levelsOfZoom = \(further)
                scrollView.levelsOfDetail = \(further)

                func tiledScrollView(
                    _ scrollView: JCTiledScrollView, imageForRow row: Int, column: Int, scale: Int
                ) -> UIImage? {
                    let name = \(name)
                    return Bundle.main.path(forResource: name, ofType: "\(format)")
                        .flatMap(UIImage.init(contentsOfFile:))
                }
                """)
        if tileSize != PixelSize(square: 256) {
            readme.remarks = [
                "JCTiledView's tiles are 256 points wide and high: change its kDefaultTileSize."
            ]
        }
        return [readme.file]
    }
}

extension Layout where Self == JCTiledLayout { package static var jctiled: Self { Self() } }
