internal import FoundationEssentials
internal import Glibc
internal import ZigguratCore
internal import ZigguratSystem

/// Where on a map of the world, in Web Mercator, the tiles of an image without a place on earth
/// come to lie: zoom 0 is the whole world, and the image begins at its north-western corner.
///
/// Tile databases are made for maps and want degrees: by these a map client shows the image whole
/// and asks for nothing outside.
struct MapPlace: Hashable {
    let west: Double
    let south: Double
    let east: Double
    let north: Double
    /// The middle of the image.
    let centre: Centre

    struct Centre: Hashable {
        let longitude: Double
        let latitude: Double
    }

    init(of pyramid: Pyramid) {
        let tile = pyramid.tiling.tileSize
        let tiles = Double(1 << (pyramid.levels.count - 1))
        west = -180
        north = Self.latitude(0)
        let (width, height) = (pyramid.imageSize.width, pyramid.imageSize.height)
        let right = Double(width) / (Double(tile.width) * tiles)
        let bottom = Double(height) / (Double(tile.height) * tiles)
        east = right * 360 - 180
        south = Self.latitude(bottom)
        centre = Centre(longitude: right * 180 - 180, latitude: Self.latitude(bottom / 2))
    }

    /// The latitude of a place between the upper edge of the world, 0, and the lower one, 1.
    private static func latitude(_ part: Double) -> Double {
        atan(sinh(.pi * (1 - 2 * part))) * 180 / .pi
    }
}
