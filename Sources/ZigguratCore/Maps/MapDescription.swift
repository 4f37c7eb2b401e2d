/// A map that is written: what its container or its descriptors say about it.
package struct MapDescription: Sendable {
    package let format: MapTileFormat
    /// In pixels; vector tiles count as 256.
    package let tileSize: PixelSize
    package let zooms: ClosedRange<Int>
    package let bounds: MapBounds
    package let centre: MapCentre
    /// Whether tiles are missing inside the bounds, which are those of the tiles.
    package let hasBoundsOfTiles: Bool
    /// As those of ``MapMetadata``, with a name.
    package let fields: [String: JSONValue]
    /// The public address of the map's folder, without a slash at the end.
    package let address: String

    /// - Parameters:
    ///   - centre: Moved to a zoom of the map; ignored outside the bounds.
    ///   - name: The name of a map whose fields have none.
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

    /// Fields with the marks by which a map of Ziggurat is recognised.
    package var markedFields: [String: JSONValue] {
        var fields = fields
        fields[MapMetadata.mark] = .string(Ziggurat.generator)
        if hasBoundsOfTiles {
            fields[MapMetadata.boundsOrigin.name] = MapMetadata.boundsOrigin.tiles
        }
        return fields
    }

    /// Whether both say the same, apart from the address.
    package func isSame(as other: MapDescription) -> Bool {
        format == other.format && tileSize == other.tileSize && zooms == other.zooms
            && bounds.isClose(to: other.bounds) && centre.isClose(to: other.centre)
            && hasBoundsOfTiles == other.hasBoundsOfTiles && fields == other.fields
    }

    /// The text of a field; empty if it is missing or not a text.
    package func text(_ name: String) -> String { fields[name]?.string ?? "" }
}
