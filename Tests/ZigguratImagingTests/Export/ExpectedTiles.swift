import Foundation
import TestSupport

/// What is to be under each path of a layout, by the arithmetic of the formats' specifications.
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

    /// For scale factors s from 1 until one tile holds the image: xr = n·T·s, wr = min(T·s, W −
    /// xr), and ws = T where the cell is whole, else ⌈(W − xr) / s⌉.
    static func iiif(
        _ levels: ReducedLevels, tileSize: Int, isVersion3: Bool
    ) -> ExpectedTiles {
        let (width, height) = (levels.width, levels.height)
        var pictures: [String: PixelPicture] = [:]
        for (reduction, level) in levels.pictures.enumerated() {
            let scale = 1 << reduction
            let cell = tileSize * scale
            for x in stride(from: 0, to: width, by: cell) {
                for y in stride(from: 0, to: height, by: cell) {
                    let (wr, hr) = (min(cell, width - x), min(cell, height - y))
                    let ws = x + cell <= width ? tileSize : (width - x + scale - 1) / scale
                    let hs = y + cell <= height ? tileSize : (height - y + scale - 1) / scale
                    let isWhole = wr == width && hr == height
                    let region = isWhole ? "full" : "\(x),\(y),\(wr),\(hr)"
                    var size = isVersion3 ? "\(ws),\(hs)" : "\(ws),"
                    if isWhole, scale == 1 { size = isVersion3 ? "max" : "full" }
                    let path = "\(region)/\(size)/0/default.jpg"
                    // Version 2 leaves the height out: of two levels with one address the larger
                    // has it.
                    guard pictures[path] == nil else { continue }
                    pictures[path] = level.cropped(
                        x: x / scale, y: y / scale, width: ws, height: hs)
                }
            }
            if cell >= max(width, height) { break }
        }
        return ExpectedTiles(pictures: pictures)
    }

    func mapValues(_ change: (PixelPicture) -> PixelPicture) -> ExpectedTiles {
        ExpectedTiles(pictures: pictures.mapValues(change))
    }

    /// The paths that are not there, or whose tile has another shape or differs too much.
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
    /// The picture at the top left of a white square.
    func padded(to side: Int) -> PixelPicture {
        var padded = [UInt8](repeating: 255, count: side * side * bands)
        for y in 0..<height {
            let row = samples[y * width * bands..<(y + 1) * width * bands]
            padded.replaceSubrange(y * side * bands..<y * side * bands + width * bands, with: row)
        }
        return PixelPicture(width: side, height: side, bands: bands, samples: padded)
    }
}
