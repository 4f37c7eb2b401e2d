internal import FoundationEssentials
internal import Glibc
internal import ZigguratCore

/// The part of the Web Mercator map that the tiles of an image cover.
///
/// Zoom 0 is the whole world, and the image begins at the world's north-western corner.
///
/// Tile databases require degrees. With these bounds a map client shows the whole image and
/// requests no tile outside it.
struct MapPlace {
    let west: Double
    let south: Double
    let east: Double
    let north: Double
    let centre: (longitude: Double, latitude: Double)
    /// The zooms of the pyramid's levels. The pyramid may omit its smallest or largest levels.
    let zooms: ClosedRange<Int>

    init(of pyramid: Pyramid) {
        let tile = pyramid.tiling.tileSize
        zooms = (pyramid.levels.first?.index ?? 0)...(pyramid.levels.last?.index ?? 0)
        // The number of full-resolution tiles in the width of the map.
        let tiles = Double((pyramid.levels.last?.scaleFactor ?? 1) << zooms.upperBound)
        west = -180
        north = Self.latitude(0)
        let (width, height) = (pyramid.imageSize.width, pyramid.imageSize.height)
        let right = Double(width) / (Double(tile.width) * tiles)
        let bottom = Double(height) / (Double(tile.height) * tiles)
        east = right * 360 - 180
        south = Self.latitude(bottom)
        centre = (longitude: right * 180 - 180, latitude: Self.latitude(bottom / 2))
    }

    /// Returns the latitude at a fraction of the map's height: 0 is the top, 1 the bottom.
    private static func latitude(_ fraction: Double) -> Double {
        atan(sinh(.pi * (1 - 2 * fraction))) * 180 / .pi
    }
}
