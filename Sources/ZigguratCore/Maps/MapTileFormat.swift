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
