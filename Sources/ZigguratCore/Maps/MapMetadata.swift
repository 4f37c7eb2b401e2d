/// The metadata that a stored map states, under the names of MBTiles and TileJSON.
package struct MapMetadata: Equatable, Sendable {
    /// The bounds; `nil` if the map does not state them.
    package var bounds: MapBounds?
    package var centre: MapCentre?
    /// The fields that do not describe how the map is stored: `name`, `description`, `attribution`,
    /// `vector_layers` and so on. As in MBTiles, numbers are texts.
    package var fields: [String: JSONValue] = [:]
    /// Whether Ziggurat took the bounds from the tiles and found tiles missing inside them.
    package var hasBoundsOfTiles = false
    /// Whether Ziggurat wrote the map.
    package var isRepacked = false
    /// Whether the tiles are an image without a location that Ziggurat exported.
    package var isImage = false

    /// The fields by which Ziggurat marks its maps and bounds that come from tiles.
    package static let mark = "repacked_by"
    package static let boundsOrigin = (name: "bounds_from", tiles: JSONValue.string("tiles"))

    /// The fields that describe how a map is stored; each format writes its own values.
    private static let storage: Set = [
        "bounds", "center", "minzoom", "maxzoom", "format", "compression", "scheme", "tilejson",
        "tiles", mark, boundsOrigin.name,
    ]

    package init() {}

    /// Reads an object whose numbers may be strings and whose lists may be comma-separated, as in
    /// MBTiles.
    package init(_ members: [String: JSONValue]) {
        var members = members
        // In MBTiles, this text contains the fields that are not texts.
        if let text = members["json"]?.string, let json = JSONValue(parsing: Array(text.utf8)),
            let inner = json.object
        {
            members["json"] = nil
            members.merge(inner) { own, _ in own }
        }
        bounds = Self.numbers(members["bounds"]).flatMap { MapBounds($0) }
        centre = Self.numbers(members["center"]).flatMap { MapCentre($0) }
        hasBoundsOfTiles = members[Self.boundsOrigin.name] == Self.boundsOrigin.tiles
        isRepacked = members[Self.mark]?.string != nil
        isImage = members["image_width"] != nil && members["image_height"] != nil
        fields = members.filter { name, value in
            !Self.storage.contains(name) && value != .null && value != ""
        }.mapValues(Self.asText)
    }

    private static func asText(_ value: JSONValue) -> JSONValue {
        switch value {
        case .number(let number):
            .string(Int(exactly: number).map(String.init) ?? number.description)
        case .boolean(let value): .string(value.description)
        default: value
        }
    }

    /// Returns the numbers of a list or a comma-separated text; `nil` for other values.
    package static func numbers(_ value: JSONValue?) -> [Double]? {
        guard let list = value?.array else { return value?.string?.commaSeparatedNumbers }
        let numbers = list.compactMap(\.number)
        return numbers.count == list.count ? numbers : nil
    }
}

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
