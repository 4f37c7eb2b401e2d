internal import FoundationEssentials
internal import Glibc
internal import ZigguratCore

/// The bounds of a Web Mercator map, as fractions of the world's width and height.
struct MapArea: Sendable {
    private let columns: ClosedRange<Double>
    private let rows: ClosedRange<Double>

    /// Half the circumference of the earth in the map's units, metres.
    private static let halfWorld = 20_037_508.342789244

    /// - Parameter edges: West, south, east and north, in degrees or in the map's units: gdal2tiles
    ///   writes degrees, other programs units.
    /// - Returns: `nil` if they are not bounds, or those of the world, which programs write if they do
    ///   not know the bounds.
    init?(edges: [Double]) {
        guard edges.count == 4, edges.allSatisfy(\.isFinite) else { return nil }
        let isDegrees = edges.allSatisfy { abs($0) <= 360 }
        let right = { (edge: Double) in (edge / (isDegrees ? 180 : Self.halfWorld) + 1) / 2 }
        let down = { (edge: Double) in
            (1 - (isDegrees ? Self.height(ofLatitude: edge) : edge / Self.halfWorld)) / 2
        }
        let world = 0.0...1.0
        let (west, east) = (right(edges[0]), right(edges[2]))
        let (north, south) = (down(edges[3]), down(edges[1]))
        guard west < east, north < south, world.overlaps(west...east),
            world.overlaps(north...south), east - west < 0.999 || south - north < 0.98
        else { return nil }
        columns = (west...east).clamped(to: world)
        rows = (north...south).clamped(to: world)
    }

    /// Reads `west,south,east,north`.
    init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let edges = parts.compactMap { Double($0.filter { $0 != " " }) }
        guard edges.count == parts.count else { return nil }
        self.init(edges: edges)
    }

    /// Returns the columns and rows of a zoom.
    var cells: @Sendable (_ zoom: Int) -> MapTiles.Cells { { cells(ofZoom: $0) } }

    /// An edge that reaches less than a pixel into a tile does not count: it may be a rounding error.
    private func cells(ofZoom zoom: Int) -> MapTiles.Cells {
        let side = 1 << zoom
        let range = { (part: ClosedRange<Double>) in
            let first = Int(part.lowerBound * Double(side) + 1 / 256.0)
            let last = Int((part.upperBound * Double(side) - 1 / 256.0).rounded(.up)) - 1
            let low = min(first, side - 1)
            return low...max(low, min(last, side - 1))
        }
        return (range(columns), range(rows))
    }

    /// The distance from the equator on the map: 1 is the northern edge.
    private static func height(ofLatitude latitude: Double) -> Double {
        asinh(tan(max(-89.9, min(89.9, latitude)) * .pi / 180)) / .pi
    }
}
