/// The bounds of a map in degrees, inside ±180 and ±90.
package struct MapBounds: Hashable, Sendable {
    package let west: Double
    package let south: Double
    package let east: Double
    package let north: Double

    /// Two edges are equal if they differ by less than this, in degrees. PMTiles rounds to 1e-7.
    static let tolerance = 1e-6

    /// Creates bounds. Edges beyond the world are moved to the edge of the world.
    ///
    /// - Parameter edges: West, south, east and north.
    /// - Returns: `nil` if the edges enclose no part of the world.
    package init?(_ edges: [Double]) {
        guard edges.count == 4, edges.allSatisfy(\.isFinite) else { return nil }
        west = max(edges[0], -180)
        south = max(edges[1], -90)
        east = min(edges[2], 180)
        north = min(edges[3], 90)
        guard west < east, south < north else { return nil }
    }

    /// Parses `west,south,east,north`.
    package init?(_ text: String) {
        guard let edges = text.commaSeparatedNumbers else { return nil }
        self.init(edges)
    }

    /// West, south, east and north.
    package var edges: [Double] { [west, south, east, north] }

    package func contains(_ point: MapCentre) -> Bool {
        (west...east).contains(point.longitude) && (south...north).contains(point.latitude)
    }

    package func isClose(to other: MapBounds) -> Bool {
        zip(edges, other.edges).allSatisfy { abs($0 - $1) < Self.tolerance }
    }
}

/// The point and the zoom at which a client opens a map.
package struct MapCentre: Hashable, Sendable {
    /// In degrees.
    package let longitude: Double
    package let latitude: Double
    package let zoom: Int

    package init(longitude: Double, latitude: Double, zoom: Int) {
        (self.longitude, self.latitude, self.zoom) = (longitude, latitude, zoom)
    }

    /// - Parameter numbers: Longitude, latitude and zoom.
    /// - Returns: `nil` if the numbers are not the coordinates of a point on a map.
    package init?(_ numbers: [Double]) {
        guard numbers.count == 3, numbers.allSatisfy(\.isFinite), abs(numbers[0]) <= 180,
            abs(numbers[1]) <= 90, (0..<32).contains(numbers[2])
        else { return nil }
        self.init(longitude: numbers[0], latitude: numbers[1], zoom: Int(numbers[2]))
    }

    /// Creates the centre of some bounds.
    package init(of bounds: MapBounds, zoom: Int) {
        self.init(
            longitude: (bounds.west + bounds.east) / 2,
            latitude: (bounds.south + bounds.north) / 2, zoom: zoom)
    }

    /// Returns this point at the nearest zoom within a range.
    package func moved(to zooms: ClosedRange<Int>) -> MapCentre {
        MapCentre(
            longitude: longitude, latitude: latitude,
            zoom: min(max(zoom, zooms.lowerBound), zooms.upperBound))
    }

    package func isClose(to other: MapCentre) -> Bool {
        abs(longitude - other.longitude) < MapBounds.tolerance
            && abs(latitude - other.latitude) < MapBounds.tolerance && zoom == other.zoom
    }
}

extension String {
    /// The numbers of a list such as `10,49.5,12,51`; `nil` if an element is not a number.
    package var commaSeparatedNumbers: [Double]? {
        let parts = split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0.filter { $0 != " " }) }
        return numbers.count == parts.count ? numbers : nil
    }
}
