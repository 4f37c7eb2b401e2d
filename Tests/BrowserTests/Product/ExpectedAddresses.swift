/// The addresses of a IIIF service that has no server behind it, from what the clients are known to
/// ask for, and not from the library.
struct ExpectedAddresses {
    let version: Int
    let width: Int
    let height: Int
    let tileSize: Int

    /// A tile that clients ask for.
    private struct Cell {
        let x: Int, y: Int, width: Int, height: Int, factor: Int

        /// The size of the tile: a started pixel is a whole one.
        var tileWidth: Int { (width + factor - 1) / factor }
        var tileHeight: Int { (height + factor - 1) / factor }
    }

    /// The tiles of every scale factor until one tile covers the image.
    private var cells: [Cell] {
        var cells: [Cell] = []
        for factor in factors {
            let side = tileSize * factor
            for x in stride(from: 0, to: width, by: side) {
                for y in stride(from: 0, to: height, by: side) {
                    cells.append(
                        Cell(
                            x: x, y: y, width: min(side, width - x), height: min(side, height - y),
                            factor: factor))
                }
            }
        }
        return cells
    }

    private var factors: [Int] {
        var factors = [1]
        while let last = factors.last, last * tileSize < max(width, height) {
            factors.append(last * 2)
        }
        return factors
    }

    private func isWhole(_ cell: Cell) -> Bool { cell.width == width && cell.height == height }

    /// OpenLayers: the region “full” for the whole image.
    var openLayers: Set<String> {
        Set(
            cells.map { cell in
                let region =
                    isWhole(cell) ? "full" : "\(cell.x),\(cell.y),\(cell.width),\(cell.height)"
                let size =
                    version == 2 ? "\(cell.tileWidth)," : "\(cell.tileWidth),\(cell.tileHeight)"
                return "\(region)/\(size)/0/default.jpg"
            })
    }

    /// Leaflet-IIIF, which reads version 2: the region in numbers always.
    var leaflet: Set<String> {
        guard version == 2 else { return [] }
        return Set(
            cells.map { cell in
                "\(cell.x),\(cell.y),\(cell.width),\(cell.height)/\(cell.tileWidth),/0/default.jpg"
            })
    }

    /// The whole image, in both words for its region, at every scale factor at which it is a single
    /// tile or at most 1024 pixels long, in every word for its size; the largest of them is “max”.
    /// In version 2 the size may also be “full” wherever a picture is as wide as the image.
    var aliases: Set<String> {
        var aliases: Set<String> = []
        let whole = factors.filter { factor in
            let longest = (max(width, height) + factor - 1) / factor
            return longest <= max(tileSize, 1024)
        }
        for factor in whole {
            let size = ((width + factor - 1) / factor, (height + factor - 1) / factor)
            var names = ["\(size.0),", "\(size.0),\(size.1)"]
            if factor == whole.first {
                names.append("max")
                if version == 2, size.0 == width { names.append("full") }
            }
            for region in ["full", "0,0,\(width),\(height)"] {
                for name in names { aliases.insert("\(region)/\(name)/0/default.jpg") }
            }
        }
        if version == 2 {
            for cell in cells where cell.tileWidth == width && !isWhole(cell) {
                aliases.insert(
                    "\(cell.x),\(cell.y),\(cell.width),\(cell.height)/full/0/default.jpg")
            }
        }
        return aliases
    }

    var all: Set<String> { openLayers.union(leaflet).union(aliases) }
}
