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
