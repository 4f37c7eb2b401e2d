package import ZigguratCore
package import ZigguratSystem

/// Tiles for LDOTiledView. For example, `3x/2/1_0.jpeg` is the tile in column 1, row 0 of the
/// second smallest level, for a screen with three pixels per point.
///
/// Each density has a pyramid. The pyramid of the highest density is the image. The other pyramids
/// are the image resampled by the ratio of the densities, with tiles of the same size in points.
/// All pyramids have the same number of levels, and their tiles show the same parts of the image.
///
/// Source: LDOTiledView's README, its Objective-C code and its script `gen_tiles.rb`.
package struct LDOLayout: ConfigurableLayout {
    package let name = "ldo"
    package let summary = "tiles for LDOTiledView: iOS, a pyramid for each density of screens"
    package var rules: TilingRules {
        TilingRules(
            formats: [.jpeg, .png, .webp], allowsOverlap: false, edges: [.crop],
            densities: densities
        ).with(TiledLayers.levels())
    }
    package let naming: any NamingStrategy = .template(
        "{density}x/{level1}/{column}_{row}.{format}")
    package var abilities: LayoutAbilities {
        LayoutAbilities {
            $0.descriptors = makeDescriptors
            $0.furtherPyramids = furtherPyramids
            $0.check = validate
            $0.settings = self
        }
    }
    package let densities: [Int]

    private static let screens = [1, 2, 3]

    package init(scales: [Int] = [2, 3]) {
        densities = scales
    }

    package init(settings: ScaleSettings) throws(ZigguratError) {
        densities = try settings.densities(of: Self.screens)
    }

    package var settings: ScaleSettings { ScaleSettings(scales: densities) }

    private func furtherPyramids(of pyramid: Pyramid) -> [Pyramid] {
        densities.sorted(by: >).filter { $0 != pyramid.density }.map { density in
            // Half the density needs no resampling: the full density already has levels of this
            // size.
            pyramid.density == 2 * density
                ? pyramid.atDensity(density) : Self.resampled(pyramid, density)
        }
    }

    /// Returns the pyramid of a lower density. Half a pixel is rounded up, as in libvips.
    private static func resampled(_ pyramid: Pyramid, _ density: Int) -> Pyramid {
        let full = pyramid.density
        let scaled = { (side: Int) in max(1, (2 * side * density + full) / (2 * full)) }
        let tile = pyramid.tiling.tileSize
        // Tiles of a resampled image cannot be cut out of a JPEG source.
        var encoding = pyramid.tiling.encoding
        if encoding.cutsSource { encoding.lossless = false }
        return Pyramid(
            name: pyramid.name,
            imageSize: PixelSize(
                width: scaled(pyramid.imageSize.width), height: scaled(pyramid.imageSize.height)),
            tiling: Tiling(
                tileSize: PixelSize(
                    width: tile.width / full * density, height: tile.height / full * density),
                encoding: encoding),
            shape: PyramidShape(depth: .levels(pyramid.levels.count)), density: density)
    }

    private func validate(_ pyramids: [Pyramid]) throws(ZigguratError) {
        let isResampled = pyramids.contains { $0.imageSize != pyramids[0].imageSize }
        guard isResampled, pyramids.contains(where: { $0.tiling.encoding.bits != 8 }) else {
            return
        }
        throw ZigguratError(LayoutError.densitiesOfDeepSamples, "layout \(name)")
    }

    private func makeDescriptors(
        of bundle: BundleDescription
    ) throws(ZigguratError) -> [BundleFile] {
        let pyramid = bundle.pyramid
        let tile = PixelSize(
            width: pyramid.tiling.tileSize.width / pyramid.density,
            height: pyramid.tiling.tileSize.height / pyramid.density)
        let size = Self.levelOneSize(of: pyramid, tileSize: tile)
        let folder = TiledLayerReadme.literal(
            pyramid.name,
            "/\\(scale)x/\\(zoomLevel)/\\(column)_\\(row).\(pyramid.tiling.encoding.format.name)")
        var readme = TiledLayerReadme(
            title: "\(pyramid.name): tiles for LDOTiledView",
            numbers: [
                ("level 1 image size", "\(size.width) x \(size.height) points"),
                ("tile size", TiledLayerReadme.text(tile, of: "points")),
                ("maximum zoom level", "\(pyramid.levels.count)"),
                ("zoom scales", pyramid.levels.map { "\(1 << $0.index)" }.joined(separator: ", ")),
                ("scales of screens", densities.map(String.init).joined(separator: ", ")),
                ("image size", TiledLayerReadme.text(pyramid.imageSize)),
            ],
            code: """
                tiledView.imageSize = CGSize(width: \(size.width), height: \(size.height))
                tiledView.tileSize = CGSize(width: \(tile.width), height: \(tile.height))
                tiledView.maximumZoomLevel = \(pyramid.levels.count)
                scrollView.maximumZoomScale = tiledView.maximumZoomScale

                func tiledView(
                    _ tiledView: LDOTiledView, tileForRow row: Int, column: Int, zoomLevel: Int
                ) -> UIImage? {
                    let scale = Int(UIScreen.main.scale)
                    let file = \(folder)
                    let url = Bundle.main.bundleURL.appendingPathComponent(file)
                    return (try? Data(contentsOf: url)).flatMap(UIImage.init(data:))
                }
                """)
        readme.remarks = [
            "The folders \(densities.map { "\($0)x" }.joined(separator: ", ")) go into a folder "
                + "\(pyramid.name) of the app's main bundle."
        ]
        return [readme.file]
    }

    /// Returns the size that `gen_tiles.rb` reports, rounded down as in `gen_tiles.rb`.
    private static func levelOneSize(of pyramid: Pyramid, tileSize: PixelSize) -> PixelSize {
        let side = { (pixels: Int, tile: Int) -> Int in
            let points =
                Double(pixels) / Double(1 << (pyramid.levels.count - 1))
                / Double(tile * pyramid.density) * Double(tile)
            return max(1, Int(points))
        }
        return PixelSize(
            width: side(pyramid.imageSize.width, tileSize.width),
            height: side(pyramid.imageSize.height, tileSize.height))
    }
}

extension Layout where Self == LDOLayout { package static var ldo: Self { Self() } }
