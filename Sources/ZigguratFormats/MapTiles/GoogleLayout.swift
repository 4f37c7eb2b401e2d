// The Google layout of libvips' dzsave, https://www.libvips.org/API/current/method.Image.dzsave.html,
// options `--layout google`, `--centre` and `--skip-blanks`.

package import ZigguratCore
package import ZigguratSystem

/// The `z/y/x` folders that libvips calls the Google layout: the folder of a row contains its
/// tiles.
///
/// The image is at the top left of its tiles. With `centre`, it is in the middle of the single tile
/// of zoom 0, as with libvips' option `--centre`.
package struct GoogleLayout: ConfigurableLayout {
    package let name = "google"
    package let summary = "z/y/x folders, y down: what libvips calls the Google layout"
    package var rules: TilingRules {
        let shape = PyramidShape(depth: .oneTile, origin: isCentred ? .centre : .topLeft)
        // A centred image requires a single tile at zoom 0.
        return TilingRules(
            edge: .pad, allowsOverlap: false, densities: densities, blanks: .page
        ).with(LevelRules(shape, allowsDepth: !isCentred))
    }
    package let naming: any NamingStrategy = .template("{z}/{y}/{x}{scale}.{ext}")
    package var abilities: LayoutAbilities {
        LayoutAbilities {
            $0.findPyramids = findPyramids
            $0.settings = self
        }
    }
    package let densities: [Int]
    /// Whether the image is in the middle of zoom 0.
    let isCentred: Bool

    package struct Settings: Codable, Hashable, Sendable {
        @CodedAsText package var scales: CommaList<Int>
        @CodedAsText package var centre: Bool
    }

    package init(scales: [Int] = [1], isCentred: Bool = false) {
        densities = scales
        self.isCentred = isCentred
    }

    package init(settings: Settings) throws(ZigguratError) {
        densities = try ScaleSettings(scales: settings.scales.elements)
            .densities(of: ScaleSettings.web)
        isCentred = settings.centre
    }

    package var settings: Settings { Settings(scales: CommaList(densities), centre: isCentred) }

    /// Finds `z/y/x` folders if a file shows that they are not `z/x/y` folders.
    ///
    /// Such a file is the blank tile of libvips, `tilejson.json` or Ziggurat's page.
    private func findPyramids(
        in files: any BundleFiles
    ) throws(ZigguratError) -> [PyramidReading] {
        guard try TileGrid.isRowFirst(files) else { return [] }
        return try TileGrid.readings(in: files, rowFirst: true) { grid in
            grid.reading(
                naming: .ending(grid.fileExtension, of: "{z}/{y}/{x}"),
                isSparse: files.hasFile(TileGrid.blank))
        }
    }
}

extension Layout where Self == GoogleLayout { package static var google: Self { Self() } }
