package import ZigguratCore
internal import ZigguratSystem

/// Tiles of full resolution, for a view with a `CATiledLayer`. For example, `photo_2_1.png` is the
/// tile in column 2, row 1.
///
/// Source: Matt Long, “Subduing CATiledLayer” (Cocoa Is My Girlfriend, 2011): a prefix, the column,
/// the row; edge tiles are cropped.
package struct CATiledLayerLayout: Layout {
    package let name = "catiledlayer"
    package let summary = "tiles for CATiledLayer: iOS, full resolution alone"
    package let rules = TiledLayers.rules(.fixed(PyramidShape(depth: .levels(1))))
    package let naming: any NamingStrategy = .template("{name}_{column}_{row}.{ext}")
    package var abilities: LayoutAbilities {
        LayoutAbilities { $0.descriptors = makeDescriptors }
    }

    private func makeDescriptors(
        of bundle: BundleDescription
    ) throws(ZigguratError) -> [BundleFile] {
        let (size, tileSize) = (bundle.pyramid.imageSize, bundle.pyramid.tiling.tileSize)
        let prefix = "\(bundle.pyramid.name)_"
        let format = bundle.pyramid.tiling.encoding.format.fileExtension
        let readme = TiledLayerReadme(
            title: "\(bundle.pyramid.name): tiles of full resolution for a CATiledLayer",
            numbers: [
                ("image size", TiledLayerReadme.text(size)),
                ("tile size", TiledLayerReadme.text(tileSize)),
                ("prefix", prefix),
                ("levels of detail", "1"),
                ("zoom scales", "1"),
                ("content scale factor", "1"),
            ],
            code: """
                let imageSize = CGSize(width: \(size.width), height: \(size.height))
                let tileSize = CGSize(width: \(tileSize.width), height: \(tileSize.height))

                func tile(column: Int, row: Int) -> UIImage? {
                    let name = \(TiledLayerReadme.literal(prefix, "\\(column)_\\(row)"))
                    return Bundle.main.path(forResource: name, ofType: "\(format)")
                        .flatMap(UIImage.init(contentsOfFile:))
                }
                """)
        return [readme.file]
    }
}

extension Layout where Self == CATiledLayerLayout {
    package static var catiledlayer: Self { Self() }
}
