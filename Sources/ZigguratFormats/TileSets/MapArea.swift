internal import FoundationEssentials
internal import Glibc
package import ZigguratCore

/// The bounds of a Web Mercator map, as fractions of the world's width and height.
struct MapArea: Sendable {
    private let columns: ClosedRange<Double>
    private let rows: ClosedRange<Double>

    /// Half the circumference of the earth in metres, the unit of the projection.
    static let halfWorld = 20_037_508.342789244
    private static let world = 0.0...1.0

    /// - Returns: `nil` if the bounds enclose no part of the map, such as bounds at a pole.
    init?(_ bounds: MapBounds) {
        let right = { (longitude: Double) in (longitude / 180 + 1) / 2 }
        let down = { (latitude: Double) in (1 - Self.height(ofLatitude: latitude)) / 2 }
        let (north, south) = (down(bounds.north), down(bounds.south))
        guard north < south, Self.world.overlaps(north...south) else { return nil }
        columns = (right(bounds.west)...right(bounds.east)).clamped(to: Self.world)
        rows = (north...south).clamped(to: Self.world)
    }

    /// Returns the cells of each zoom that a map covers; `nil` if the map's bounds are unknown.
    ///
    /// - Parameter ranges: The ranges of the stored tiles.
    static func cells(
        of metadata: MapMetadata, _ ranges: TileRanges
    ) -> (@Sendable (_ zoom: Int) -> MapTiles.Cells)? {
        guard !metadata.hasBoundsOfTiles, let area = metadata.bounds.flatMap({ MapArea($0) }),
            !area.isWorld || ranges.reachEdges(of: area)
        else { return nil }
        return area.cells
    }

    /// Whether the area is the whole world. Programs write the whole world if they do not know the
    /// bounds.
    private var isWorld: Bool {
        columns.upperBound - columns.lowerBound >= 0.999
            && rows.upperBound - rows.lowerBound >= 0.98
    }

    /// A function that returns the columns and rows of a zoom.
    var cells: @Sendable (_ zoom: Int) -> MapTiles.Cells { { cells(ofZoom: $0) } }

    /// Returns the columns and rows of a zoom.
    ///
    /// If an edge reaches less than a pixel into a tile, the tile is not included, because the
    /// pixel may be a rounding error.
    func cells(ofZoom zoom: Int) -> MapTiles.Cells {
        let side = 1 << zoom
        let range = { (part: ClosedRange<Double>) in
            let first = Int(part.lowerBound * Double(side) + 1 / 256.0)
            let last = Int((part.upperBound * Double(side) - 1 / 256.0).rounded(.up)) - 1
            let low = min(first, side - 1)
            return low...max(low, min(last, side - 1))
        }
        return (range(columns), range(rows))
    }

    /// Returns the distance of a latitude from the equator on the map; 1 is the northern edge.
    private static func height(ofLatitude latitude: Double) -> Double {
        asinh(tan(max(-89.9, min(89.9, latitude)) * .pi / 180)) / .pi
    }

    /// Returns the latitude at a distance from the equator.
    private static func latitude(ofHeight height: Double) -> Double {
        atan(sinh(height * .pi)) * 180 / .pi
    }
}

extension MapArea {
    /// Returns bounds from edges in degrees or in metres.
    ///
    /// - Parameter edges: West, south, east and north. gdal2tiles writes degrees, other programs
    ///   metres.
    static func bounds(_ edges: [Double]) -> MapBounds? {
        if edges.allSatisfy({ abs($0) <= 360 }) { return MapBounds(edges) }
        guard edges.count == 4 else { return nil }
        let parts = edges.map { $0 / halfWorld }
        return MapBounds(
            [
                parts[0] * 180, latitude(ofHeight: parts[1]), parts[2] * 180,
                latitude(ofHeight: parts[3]),
            ])
    }

    /// Returns the bounds of columns and rows of a zoom.
    static func bounds(ofZoom zoom: Int, _ cells: MapTiles.Cells) -> MapBounds? {
        let side = Double(1 << zoom)
        let longitude = { (column: Int) in Double(column) / side * 360 - 180 }
        let latitude = { (row: Int) in Self.latitude(ofHeight: 1 - 2 * Double(row) / side) }
        return MapBounds(
            [
                longitude(cells.columns.lowerBound), latitude(cells.rows.upperBound + 1),
                longitude(cells.columns.upperBound + 1), latitude(cells.rows.lowerBound),
            ])
    }
}

extension MapTiles {
    /// The bounds of the tiles of the highest zoom; `nil` without tiles.
    package var boundsOfTiles: MapBounds? {
        let ranges = TileRanges(addresses)
        return ranges.top.flatMap { MapArea.bounds(ofZoom: $0.zoom, $0.cells) }
    }

    /// The map whose area is the bounds of the tiles of its highest zoom.
    package var boundedByTiles: MapTiles {
        boundsOfTiles.flatMap { MapArea($0) }.map { with(cells: $0.cells) } ?? self
    }

    /// Whether the tiles of the highest zoom fill the stated bounds exactly.
    package var fillStatedBounds: Bool {
        guard let area = metadata.bounds.flatMap({ MapArea($0) }) else { return false }
        return TileRanges(addresses).reachEdges(of: area)
    }
}

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
