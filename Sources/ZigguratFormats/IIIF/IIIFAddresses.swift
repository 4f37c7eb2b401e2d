internal import ZigguratCore
internal import ZigguratSystem

/// Which addresses of a version of the IIIF Image API stand for a tile or a whole level, and which
/// of them are files of their own.
///
/// IIIF addresses a picture by its region and its size, not by its level. A region that is cut at
/// the right and at the bottom can be the same on two levels, and one pixel is still one pixel
/// after halving: then both levels have one address. It belongs to the larger level, so that
/// whoever asks gets every pixel wanted.
struct IIIFAddresses: Sendable {
    /// The sizes that clients write for a tile of a level with several tiles, the canonical one
    /// first.
    let tileSizes: @Sendable (_ tile: PixelSize, _ image: PixelSize) -> [String]
    /// The sizes that clients write for a whole level, the canonical one first.
    let wholeSizes:
        @Sendable (_ level: PixelSize, _ image: PixelSize, _ isLargest: Bool) -> [String]

    /// The file of a tile and then its aliases; nothing where the larger level has every address of
    /// it.
    func files(of tile: Tile) -> [String] {
        if tile.level.tileCount == 1 { return files(ofWhole: tile.level, of: tile.pyramid) }
        let addresses = addresses(of: tile)
        guard let larger = Self.tileOfSameRegion(as: tile) else { return addresses }
        let taken = self.addresses(of: larger)
        return addresses.filter { !taken.contains($0) }
    }

    /// The file of a level as one image and then its aliases; never nothing.
    func files(ofWhole level: Level, of pyramid: Pyramid) -> [String] {
        let addresses = addresses(ofWhole: level, of: pyramid)
        guard !IIIF.isLargestWhole(level, of: pyramid),
            let larger = pyramid.level(level.index + 1)
        else { return addresses }
        let taken = self.addresses(ofWhole: larger, of: pyramid)
        return addresses.filter { !taken.contains($0) }
    }

    /// The whole images besides the tiles: a level of a single tile needs none.
    func wholeImages(of pyramid: Pyramid) -> [WholeImage] {
        IIIF.wholeLevels(of: pyramid).filter { $0.tileCount > 1 }.map { level in
            WholeImage(level: level, paths: files(ofWhole: level, of: pyramid))
        }
    }

    /// Where a tile is found: its own file, or the larger level's under the same address.
    func path(of tile: Tile) -> String {
        files(of: tile).first ?? addresses(of: tile)[0]
    }

    private func addresses(of tile: Tile) -> [String] {
        tileSizes(tile.levelCell.size, tile.pyramid.imageSize).map {
            IIIF.path(region: tile.imageCell.description, size: $0)
        }
    }

    private func addresses(ofWhole level: Level, of pyramid: Pyramid) -> [String] {
        let image = pyramid.imageSize
        let sizes = wholeSizes(level.size, image, IIIF.isLargestWhole(level, of: pyramid))
        return ["full", "0,0,\(image.width),\(image.height)"].flatMap { region in
            sizes.map { IIIF.path(region: region, size: $0) }
        }
    }

    /// The tile of the next larger level that shows the same part of the image. Were there one on a
    /// level above that, there would be one here too.
    private static func tileOfSameRegion(as tile: Tile) -> Tile? {
        let next = TileAddress(
            level: tile.level.index + 1, column: tile.column * 2, row: tile.row * 2)
        guard let larger = tile.pyramid.tile(at: next), larger.imageCell == tile.imageCell else {
            return nil
        }
        return larger
    }
}
