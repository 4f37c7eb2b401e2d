internal import ZigguratCore

/// The addresses of tiles and whole levels in a version of the Image API, and the files at these
/// addresses.
///
/// IIIF addresses an image by region and size, not by level. Two levels can have the same address:
/// a region cut at the right and bottom edges can be the same on both, and one pixel halved is
/// still one pixel. Such an address belongs to the larger level, so that clients get all pixels.
struct IIIFAddresses: NamingStrategy {
    let version: IIIFLayout.Version

    static func path(region: String, size: String) -> String { "\(region)/\(size)/0/default.jpg" }

    /// Returns the file of a tile, or the larger level's file if the larger level has all the
    /// tile's addresses.
    func path(of tile: Tile) -> String { files(of: tile).first ?? addresses(of: tile)[0] }

    /// Returns the alias of a tile whose region is not the whole image.
    func pageTemplate(for level: Level, of pyramid: Pyramid) -> String? {
        let template: TemplateNaming =
            version == .two
            ? .template("{left},{top},{regionWidth},{regionHeight}/{tileWidth},/0/default.{ext}")
            : .template(
                "{left},{top},{regionWidth},{regionHeight}/{tileWidth},{tileHeight}/0/default.{ext}"
            )
        return template.pageTemplate(for: level, of: pyramid)
    }

    func tile(at path: String, in pyramid: Pyramid) -> Tile? {
        guard let region = path.split(separator: "/").first else { return nil }
        let numbers = region.split(separator: ",").compactMap { Int($0) }
        guard region == "full" || numbers.count == 4 else { return nil }
        let (x, y, cell) = (
            numbers.first ?? 0, numbers.dropFirst().first ?? 0, pyramid.tiling.tileSize
        )
        return pyramid.levels.lazy.compactMap { level in
            pyramid.tile(
                at: Tile.Address(
                    level: level.index, column: x / level.scaleFactor / cell.width,
                    row: y / level.scaleFactor / cell.height))
        }.first { files(of: $0).contains(path) }
    }

    /// Returns the file of a tile, then its aliases; empty if the larger level has all its
    /// addresses.
    func files(of tile: Tile) -> [String] {
        if tile.level.tileCount == 1 { return files(ofWhole: tile.level, of: tile.pyramid) }
        let addresses = addresses(of: tile)
        guard let larger = Self.tileOfSameRegion(as: tile) else { return addresses }
        let taken = self.addresses(of: larger)
        return addresses.filter { !taken.contains($0) }
    }

    /// Returns the whole images besides the tiles. A level with a single tile needs no further
    /// file.
    func wholeImages(of pyramid: Pyramid) -> [WholeImage] {
        Self.wholeLevels(of: pyramid).filter { $0.tileCount > 1 }.map { level in
            WholeImage(level: level, paths: files(ofWhole: level, of: pyramid))
        }
    }

    /// Returns the levels that exist as one image: levels with a single tile, and small levels.
    static func wholeLevels(of pyramid: Pyramid) -> [Level] {
        pyramid.levels.filter { $0.tileCount == 1 || $0.size.longSide <= WholeImage.maximumSide }
    }

    /// Returns the file of a level as one image, then its aliases; never empty.
    private func files(ofWhole level: Level, of pyramid: Pyramid) -> [String] {
        let addresses = addresses(ofWhole: level, of: pyramid)
        guard Self.wholeLevels(of: pyramid).last != level,
            let larger = pyramid.level(level.index + 1)
        else { return addresses }
        let taken = self.addresses(ofWhole: larger, of: pyramid)
        return addresses.filter { !taken.contains($0) }
    }

    private func addresses(of tile: Tile) -> [String] {
        sizes(of: tile.levelCell.size, in: tile.pyramid.imageSize).map {
            Self.path(region: tile.imageCell.description, size: $0)
        }
    }

    private func addresses(ofWhole level: Level, of pyramid: Pyramid) -> [String] {
        let image = pyramid.imageSize
        let isLargest = Self.wholeLevels(of: pyramid).last == level
        let sizes = sizes(ofWhole: level.size, in: image, isLargest: isLargest)
        return ["full", "0,0,\(image.width),\(image.height)"].flatMap { region in
            sizes.map { Self.path(region: region, size: $0) }
        }
    }

    /// Returns the sizes that clients write for a tile of a level with several tiles. The canonical
    /// size is first.
    ///
    /// In version 2, OpenSeadragon writes “full” for a tile as wide as the image. On a halved
    /// level, a tile is as wide as the image only if the image is one pixel wide.
    private func sizes(of tile: PixelSize, in image: PixelSize) -> [String] {
        guard version == .two else { return ["\(tile.width),\(tile.height)"] }
        return tile.width == image.width ? ["\(tile.width),", "full"] : ["\(tile.width),"]
    }

    /// Returns the sizes that clients write for a whole level, the canonical size first.
    private func sizes(ofWhole level: PixelSize, in image: PixelSize, isLargest: Bool) -> [String] {
        let (width, both) = ("\(level.width),", "\(level.width),\(level.height)")
        guard version == .two else { return (isLargest ? ["max"] : []) + [both, width] }
        if level == image { return ["full", width, both, "max"] }
        let isFull = level.width == image.width
        return [width, both] + (isLargest ? ["max"] + (isFull ? ["full"] : []) : [])
    }

    /// Returns the tile of the next larger level that shows the same part of the image.
    ///
    /// No other level needs a check: if a still larger level has such a tile, the next larger level
    /// has one, too.
    private static func tileOfSameRegion(as tile: Tile) -> Tile? {
        let next = Tile.Address(
            level: tile.level.index + 1, column: tile.column * 2, row: tile.row * 2)
        guard let larger = tile.pyramid.tile(at: next), larger.imageCell == tile.imageCell else {
            return nil
        }
        return larger
    }
}
