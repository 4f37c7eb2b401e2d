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

/// The format of a map's tiles: an image format, or Mapbox vector tiles.
package enum MapTileFormat: Hashable, Sendable {
    case image(TileFormat)
    /// - Parameter isCompressed: Whether each tile is compressed with gzip.
    case vector(isCompressed: Bool)

    /// The extensions of vector tiles. Ziggurat writes the first extension, which is also the
    /// format's name in MBTiles.
    package static let vectorExtensions = ["pbf", "mvt"]

    /// Whether files with an extension can be tiles of a map.
    package static func isKnown(_ fileExtension: String) -> Bool {
        isVector(fileExtension) || TileFormat(fileExtension: fileExtension) != nil
    }

    package static func isVector(_ fileExtension: String) -> Bool {
        vectorExtensions.contains(fileExtension.lowercased())
    }

    /// Returns the format of a vector tile, judged by its first bytes.
    package static func vector(of tile: [UInt8]) -> MapTileFormat {
        .vector(isCompressed: isGzip(tile))
    }

    package static func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

    package var isVector: Bool { if case .vector = self { true } else { false } }

    /// The extension of a tile's file name, without the dot.
    package var fileExtension: String {
        switch self {
        case .image(let format): format.fileExtension
        case .vector: Self.vectorExtensions[0]
        }
    }

    package var mediaType: String {
        switch self {
        case .image(let format): format.mediaType
        case .vector: "application/vnd.mapbox-vector-tile"
        }
    }
}

/// A scheme for the folders and files of map tiles. The raw values are the names of layouts.
package enum MapScheme: String, Hashable, Sendable, CaseIterable {
    /// `z/x/y`, rows from the top.
    case xyz
    /// `z/x/y`, rows from the bottom.
    case tms
    /// `z/y/x`, rows from the top.
    case google

    /// Returns the path of a tile without its extension: `5/16/10`.
    package func path(of tile: Tile.Address) -> String {
        switch self {
        case .xyz: "\(tile.level)/\(tile.column)/\(tile.row)"
        case .tms: "\(tile.level)/\(tile.column)/\((1 << tile.level) - 1 - tile.row)"
        case .google: "\(tile.level)/\(tile.row)/\(tile.column)"
        }
    }

    /// Returns the tile whose path has these numbers.
    package func tile(zoom: Int, folder: Int, file: Int) -> Tile.Address {
        switch self {
        case .xyz: Tile.Address(level: zoom, column: folder, row: file)
        case .tms: Tile.Address(level: zoom, column: folder, row: (1 << zoom) - 1 - file)
        case .google: Tile.Address(level: zoom, column: file, row: folder)
        }
    }

    /// The template of the paths in TileJSON. TileJSON states the direction of rows in a separate
    /// field.
    package var template: String { self == .google ? "{z}/{y}/{x}" : "{z}/{x}/{y}" }
}
