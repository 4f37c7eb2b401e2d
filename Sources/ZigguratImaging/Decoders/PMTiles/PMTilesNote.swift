internal import ZigguratCore

/// The size of the image and of its tiles, as Ziggurat writes them into the metadata of an archive.
struct PMTilesNote {
    /// Of the image.
    let size: PixelSize
    let tileSize: PixelSize
    /// Whether tiles of background are left out.
    private let isSparse: Bool

    /// - Returns: `nil` if the metadata do not have the sizes, as in archives of other programs.
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

    /// Returns the cells of the largest level, including those of skipped tiles.
    ///
    /// - Returns: `nil` if the tiles of the archive do not match the sizes.
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
