/// A map to write, as its container or its descriptors describe it.
package struct MapDescription: Sendable {
    package let format: MapTileFormat
    /// The size of a tile in pixels; vector tiles count as 256.
    package let tileSize: PixelSize
    package let zooms: ClosedRange<Int>
    package let bounds: MapBounds
    package let centre: MapCentre
    /// Whether the bounds come from the tiles and tiles are missing inside the bounds.
    package let hasBoundsOfTiles: Bool
    /// The fields of ``MapMetadata``, including a name.
    package let fields: [String: JSONValue]
    /// The public address of the map's folder, without a slash at the end.
    package let address: String

    /// - Parameters:
    ///   - centre: The centre, moved to a zoom of the map; ignored if it is outside the bounds.
    ///   - name: The name of the map if the fields have no name.
    package init(
        format: MapTileFormat, tileSize: PixelSize, zooms: ClosedRange<Int>, bounds: MapBounds,
        centre: MapCentre?, hasBoundsOfTiles: Bool, fields: [String: JSONValue], name: String,
        address: String
    ) {
        (self.format, self.tileSize, self.zooms) = (format, tileSize, zooms)
        (self.bounds, self.hasBoundsOfTiles) = (bounds, hasBoundsOfTiles)
        let stated = centre.flatMap { bounds.contains($0) ? $0 : nil }
        self.centre =
            stated?.moved(to: zooms) ?? MapCentre(of: bounds, zoom: zooms.lowerBound)
        self.fields = fields.merging(["name": .string(name)]) { own, _ in own }
        self.address = address
    }

    /// The fields with the marks of maps that Ziggurat writes.
    package var markedFields: [String: JSONValue] {
        var fields = fields
        fields[MapMetadata.mark] = .string(Ziggurat.generator)
        if hasBoundsOfTiles {
            fields[MapMetadata.boundsOrigin.name] = MapMetadata.boundsOrigin.tiles
        }
        return fields
    }

    /// Whether another description is equal except for the address.
    package func isSame(as other: MapDescription) -> Bool {
        format == other.format && tileSize == other.tileSize && zooms == other.zooms
            && bounds.isClose(to: other.bounds) && centre.isClose(to: other.centre)
            && hasBoundsOfTiles == other.hasBoundsOfTiles && fields == other.fields
    }

    /// Returns the text of a field; empty if the field is missing or not a text.
    package func text(_ name: String) -> String { fields[name]?.string ?? "" }
}
