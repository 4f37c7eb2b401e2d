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
