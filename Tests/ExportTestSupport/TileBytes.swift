import Foundation
import TestSupport
import ZigguratKit

@testable import ZigguratExport
@testable import ZigguratStore

/// The bytes of all tiles of an export in any container, by reduction, column and row.
enum TileBytes {
    /// The position of a tile, independent of the layout.
    struct Place: Hashable {
        let reduction: Int
        let column: Int
        let row: Int
    }

    /// The tiles of an export's only bundle.
    static func all(_ export: String) throws -> [Place: [UInt8]] {
        let source = try OpenedPyramids(export).entries[0].source
        var tiles: [Place: [UInt8]] = [:]
        for tile in source.pyramid.tiles {
            let place = Place(reduction: tile.level.reduction, column: tile.column, row: tile.row)
            tiles[place] = try source.bytes(of: tile)
        }
        return tiles
    }
}
