// XYZ tiles have no specification. The source is the convention of OpenStreetMap's slippy maps,
// https://wiki.openstreetmap.org/wiki/Slippy_map_tilenames, for images as Leaflet's `CRS.Simple`
// and OpenLayers' `TileGrid` read them. `@2x` is Leaflet's placeholder `{r}`.

package import ZigguratCore
package import ZigguratSystem

/// `z/x/y` folders for Leaflet, OpenLayers and MapLibre.
///
/// Zoom 0 is a single tile with the image at its top left; y grows downwards. By default, edge
/// tiles are padded, because map clients stretch a cropped tile to its full size.
///
/// With the scales 1 and 2, every tile has a second file for dense screens, `z/x/y@2x`, with twice
/// as many pixels along each side.
package struct XYZLayout: ConfigurableLayout {
    package let name = "xyz"
    package let summary = "z/x/y folders, y down: Leaflet, OpenLayers, MapLibre"
    package var rules: TilingRules {
        TilingRules(edge: .pad, allowsOverlap: false, densities: densities, blanks: .page)
    }
    package let naming: any NamingStrategy = .template("{z}/{x}/{y}{scale}.{ext}")
    package var abilities: LayoutAbilities {
        LayoutAbilities {
            $0.findPyramids = findPyramids
            $0.settings = self
        }
    }
    package let densities: [Int]

    package init(scales: [Int] = [1]) {
        densities = scales
    }

    package init(settings: ScaleSettings) throws(ZigguratError) {
        densities = try settings.densities(of: ScaleSettings.web)
    }

    package var settings: ScaleSettings { ScaleSettings(scales: densities) }

    /// Finds `z/x/y` folders. The pyramid follows from the tiles, because the folders have no
    /// descriptor.
    private func findPyramids(
        in files: any BundleFiles
    ) throws(ZigguratError) -> [PyramidReading] {
        guard !files.hasFile(TileMapResource.path), try !TileGrid.isRowFirst(files) else {
            return []
        }
        return try TileGrid.readings(in: files) { grid in
            grid.reading(naming: .ending(grid.fileExtension, of: "{z}/{x}/{y}"))
        }
    }
}

extension Layout where Self == XYZLayout { package static var xyz: Self { Self() } }
