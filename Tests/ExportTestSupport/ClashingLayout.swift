import ZigguratKit

/// A layout that gives all tiles of a level one path.
struct ClashingLayout: Layout {
    let name = "clash"
    let summary = "every tile of a level under one name"
    let naming: any NamingStrategy = .template("{level}/tile.{ext}")
}

/// A layout where the path of a tile is also the folder of other tiles.
struct FolderClashLayout: Layout {
    let name = "folderclash"
    let summary = "a tile in place of a folder"
    let naming: any NamingStrategy = Names()

    private struct Names: NamingStrategy {
        func path(of tile: Tile) -> String {
            tile.column == 0 && tile.row == 0
                ? "level\(tile.level.index)"
                : "level\(tile.level.index)/\(tile.column)-\(tile.row).jpg"
        }
    }
}
