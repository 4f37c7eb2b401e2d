internal import ZigguratCore

/// What the metadata of an archive say about its image, if Ziggurat has written it.
struct PMTilesNote {
    /// Of the image.
    let size: PixelSize
    let tileSize: PixelSize
    /// Whether tiles of background are left out.
    private let isSparse: Bool

    /// - Returns: `nil` if the archive is of another program.
    init?(_ archive: PMTilesArchive) {
        guard let members = archive.members.map({ JSONValue.object($0) }),
            let width = members["image_width"].integer,
            let height = members["image_height"].integer,
            let side = members["tile_size"].integer
        else { return nil }
        (size, tileSize) = (PixelSize(width: width, height: height), PixelSize(square: side))
        isSparse = members["blank_tiles"].string == "left out"
        guard size.isValid, tileSize.isValid else { return nil }
    }

    /// The cells of the largest level, with those of tiles that are left out.
    ///
    /// - Returns: `nil` if the archive has other tiles.
    func cells(_ stored: PMTilesCells) -> PMTilesCells? {
        let columns = 0..<size.width.dividedRoundingUp(by: tileSize.width)
        let rows = 0..<size.height.dividedRoundingUp(by: tileSize.height)
        let isWhole = columns == stored.columns && rows == stored.rows
        guard isWhole || isSparse, stored.columns.upperBound <= columns.upperBound,
            stored.rows.upperBound <= rows.upperBound
        else { return nil }
        return isWhole ? stored : stored.extended(to: columns, rows)
    }
}
