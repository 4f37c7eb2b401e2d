import Foundation
import TestSupport

/// The expected image at each path of a layout, by the arithmetic of the formats' specifications.
struct ExpectedTiles {
    private var pictures: [String: PixelPicture]

    /// Zoom Z is full resolution, Z = max(0, ⌈log2(max(W, H) / T)⌉); rows grow downwards.
    static func xyz(_ levels: ReducedLevels, tileSize: Int, ending: String) -> ExpectedTiles {
        var top = 0
        while max(levels.width, levels.height) > tileSize << top { top += 1 }
        var pictures: [String: PixelPicture] = [:]
        for zoom in 0...top {
            let level = levels.pictures[top - zoom]
            for x in stride(from: 0, to: level.width, by: tileSize) {
                for y in stride(from: 0, to: level.height, by: tileSize) {
                    pictures["\(zoom)/\(x / tileSize)/\(y / tileSize).\(ending)"] = level.cropped(
                        x: x, y: y, width: min(tileSize, level.width - x),
                        height: min(tileSize, level.height - y))
                }
            }
        }
        return ExpectedTiles(pictures: pictures)
    }

    /// The scale factors s run from 1 until one tile contains the image. xr = n·T·s, wr = min(T·s,
    /// W − xr), and ws = T if the cell is complete, else ⌈(W − xr) / s⌉.
    static func iiif(
        _ levels: ReducedLevels, tileSize: Int, tileHeight: Int? = nil, isVersion3: Bool
    ) -> ExpectedTiles {
        let tileHeight = tileHeight ?? tileSize
        let (width, height) = (levels.width, levels.height)
        var pictures: [String: PixelPicture] = [:]
        for (reduction, level) in levels.pictures.enumerated() {
            let scale = 1 << reduction
            let (across, down) = (tileSize * scale, tileHeight * scale)
            for x in stride(from: 0, to: width, by: across) {
                for y in stride(from: 0, to: height, by: down) {
                    let (wr, hr) = (min(across, width - x), min(down, height - y))
                    let ws = x + across <= width ? tileSize : (width - x + scale - 1) / scale
                    let hs = y + down <= height ? tileHeight : (height - y + scale - 1) / scale
                    let isWhole = wr == width && hr == height
                    let region = isWhole ? "full" : "\(x),\(y),\(wr),\(hr)"
                    var size = isVersion3 ? "\(ws),\(hs)" : "\(ws),"
                    if isWhole, scale == 1 { size = isVersion3 ? "max" : "full" }
                    let path = "\(region)/\(size)/0/default.jpg"
                    // Addresses of version 2 have no height. If two levels have an equal address,
                    // the larger level uses the address.
                    guard pictures[path] == nil else { continue }
                    pictures[path] = level.cropped(
                        x: x / scale, y: y / scale, width: ws, height: hs)
                }
            }
            if across >= width, down >= height { break }
        }
        return ExpectedTiles(pictures: pictures)
    }

    /// The addresses that OpenSeadragon 6.1.1's `IIIFTileSource` requests, rewritten from
    /// `getTileUrl`. The function reads the scale factors and the tile size from `info.json`.
    static func openSeadragon(
        _ levels: ReducedLevels, tileWidth: Int, tileHeight: Int, levelCount: Int, isVersion3: Bool
    ) -> ExpectedTiles {
        let (width, height) = (levels.width, levels.height)
        var pictures: [String: PixelPicture] = [:]
        for (reduction, level) in levels.pictures.prefix(levelCount).enumerated() {
            let (levelWidth, levelHeight) = (level.width, level.height)
            let isSmall = levelWidth < tileWidth && levelHeight < tileHeight
            for y in stride(from: 0, to: isSmall ? 1 : levelHeight, by: tileHeight) {
                for x in stride(from: 0, to: isSmall ? 1 : levelWidth, by: tileWidth) {
                    let (left, top) = (x << reduction, y << reduction)
                    let regionWidth = min(tileWidth << reduction, width - left)
                    let regionHeight = min(tileHeight << reduction, height - top)
                    let sizeWidth = min(tileWidth, levelWidth - x)
                    let sizeHeight = min(tileHeight, levelHeight - y)
                    let isWhole = isSmall || (regionWidth == width && regionHeight == height)
                    let region = isWhole ? "full" : "\(left),\(top),\(regionWidth),\(regionHeight)"
                    let size =
                        if isVersion3 {
                            sizeWidth == width && sizeHeight == height
                                ? "max" : "\(sizeWidth),\(sizeHeight)"
                        } else {
                            sizeWidth == width ? "full" : "\(sizeWidth),"
                        }
                    let path = "\(region)/\(size)/0/default.jpg"
                    // Addresses of version 2 have no height. If two levels have an equal address,
                    // the larger level uses the address.
                    guard pictures[path] == nil else { continue }
                    pictures[path] = level.cropped(
                        x: x, y: y, width: sizeWidth, height: sizeHeight)
                }
            }
        }
        return ExpectedTiles(pictures: pictures)
    }

    /// Level sizes are rounded down; files are named by their number in groups of 256.
    static func zoomify(
        _ levels: ReducedLevels, tileSize: Int, ending: String
    ) -> ExpectedTiles {
        var sizes = [(levels.width, levels.height)]
        while sizes[0].0 > tileSize || sizes[0].1 > tileSize {
            sizes.insert((sizes[0].0 / 2, sizes[0].1 / 2), at: 0)
        }
        var pictures: [String: PixelPicture] = [:]
        for (tier, size) in sizes.enumerated() {
            let level = levels.pictures[sizes.count - 1 - tier]
            for y in stride(from: 0, to: size.1, by: tileSize) {
                for x in stride(from: 0, to: size.0, by: tileSize) {
                    let name = "\(tier)-\(x / tileSize)-\(y / tileSize).\(ending)"
                    pictures["TileGroup\(pictures.count / 256)/\(name)"] = level.cropped(
                        x: x, y: y, width: min(tileSize, size.0 - x),
                        height: min(tileSize, size.1 - y))
                }
            }
        }
        return ExpectedTiles(pictures: pictures)
    }

    /// Row 0 is the lowest row. With padding, the grid begins at the bottom, and the topmost tiles
    /// are padded at their top. Cropped tiles equal the tiles of ``xyz(_:tileSize:ending:)``.
    static func tms(
        _ levels: ReducedLevels, tileSize: Int, ending: String, isPadded: Bool
    ) -> ExpectedTiles {
        var top = 0
        while max(levels.width, levels.height) > tileSize << top { top += 1 }
        var pictures: [String: PixelPicture] = [:]
        for zoom in 0...top {
            let level = levels.pictures[top - zoom]
            let rows = (level.height + tileSize - 1) / tileSize
            for x in stride(from: 0, to: level.width, by: tileSize) {
                for row in 0..<rows {
                    let bottom =
                        isPadded
                        ? level.height - row * tileSize
                        : min(level.height, (rows - row) * tileSize)
                    let start = isPadded ? max(0, bottom - tileSize) : (rows - row - 1) * tileSize
                    let part = level.cropped(
                        x: x, y: start, width: min(tileSize, level.width - x),
                        height: bottom - start)
                    pictures["\(zoom)/\(x / tileSize)/\(row).\(ending)"] =
                        isPadded
                        ? part.padded(to: tileSize, below: tileSize - part.height) : part
                }
            }
        }
        return ExpectedTiles(pictures: pictures)
    }

    var count: Int { pictures.count }

    func contains(_ path: String) -> Bool { pictures[path] != nil }

    func mapValues(_ change: (PixelPicture) -> PixelPicture) -> ExpectedTiles {
        ExpectedTiles(pictures: pictures.mapValues(change))
    }

    /// Returns the missing paths, and the paths whose tile has another shape or differs too much.
    func faults(in folder: URL, mean: Double = 256, largest: Int = 255) async throws -> [String] {
        let there = Set(try FolderListing.files(in: folder))
        let paths = pictures.keys.filter(there.contains).sorted()
        let tiles = try await PixelPicture.read(paths.map { folder.appending(path: $0) })
        var faults = pictures.keys.filter { !there.contains($0) }
        for (path, tile) in zip(paths, tiles) {
            guard let expected = pictures[path],
                let difference = try? tile.difference(from: expected),
                difference.mean < mean, difference.largest <= largest
            else {
                faults.append(path)
                continue
            }
        }
        return faults.sorted()
    }
}

extension PixelPicture {
    /// Places the image at the left of a white square, some rows below its top.
    func padded(to side: Int, below top: Int = 0) -> PixelPicture {
        var padded = [UInt8](repeating: 255, count: side * side * bands)
        for y in 0..<height {
            let row = samples[y * width * bands..<(y + 1) * width * bands]
            let start = (y + top) * side * bands
            padded.replaceSubrange(start..<start + width * bands, with: row)
        }
        return PixelPicture(width: side, height: side, bands: bands, samples: padded)
    }
}
