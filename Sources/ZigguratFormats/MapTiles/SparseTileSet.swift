internal import ZigguratCore
internal import ZigguratSystem

/// What the metadata of a tile database say where blank tiles were left out of it, as Ziggurat
/// writes them: the tiles that are there do not tell how large the picture is.
struct SparseTileSet: Decodable {
    let width: Int
    let height: Int
    let tileSize: Int
    let edge: EdgeRule
    let blankTiles: String

    enum CodingKeys: String, CodingKey {
        case width = "image_width"
        case height = "image_height"
        case tileSize = "tile_size"
        case edge = "tile_edge"
        case blankTiles = "blank_tiles"
    }

    /// From a table of words; `nil` where it does not say so.
    init?(_ words: [String: String]) {
        let number = { (key: CodingKeys) in words[key.rawValue].flatMap { Int($0) } }
        guard let width = number(.width), let height = number(.height),
            let tileSize = number(.tileSize),
            let edge = words[CodingKeys.edge.rawValue].flatMap(EdgeRule.init(rawValue:)),
            let blankTiles = words[CodingKeys.blankTiles.rawValue]
        else { return nil }
        (self.width, self.height, self.tileSize) = (width, height, tileSize)
        (self.edge, self.blankTiles) = (edge, blankTiles)
    }

    /// The pyramid, and which tiles of it are not there.
    ///
    /// - Returns: `nil` where the metadata do not fit the tiles.
    func pyramid(
        format: TileFormat, zooms: ClosedRange<Int>, tileCount: Int,
        holds: (TileAddress) -> Bool
    ) -> FoundPyramid? {
        guard blankTiles == TileSetDescription.leftOut, (1...65_535).contains(tileSize),
            (1...1 << 40).contains(width), (1...1 << 40).contains(height), zooms.upperBound < 31,
            max(width, height) <= tileSize << zooms.upperBound
        else { return nil }
        let pyramid = Pyramid(
            name: "", imageSize: PixelSize(width: width, height: height),
            tiling: Tiling(
                tileSize: PixelSize(square: tileSize), edge: edge, encoding: TileEncoding(format)),
            levels: zooms)
        guard pyramid.tileCount < 1 << 24 else { return nil }
        var numbers: [Int: [Int]] = [:]
        for tile in pyramid.tiles where !holds(tile.address) {
            numbers[tile.level.index, default: []].append(
                tile.row * tile.level.columns + tile.column)
        }
        let absent = AbsentTiles(numbers)
        guard pyramid.tileCount - absent.count == tileCount else { return nil }
        return FoundPyramid(
            pyramid, naming: .template("{z}/{x}/{y}"), absent: absent)
    }
}
