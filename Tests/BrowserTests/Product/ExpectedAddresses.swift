/// The addresses that a IIIF service on static files must have. The addresses are computed from the
/// requests of known clients, not with the library.
struct ExpectedAddresses {
    let version: Int
    let width: Int
    let height: Int
    let tileSize: Int

    /// A tile that clients request.
    private struct Cell {
        let x: Int, y: Int, width: Int, height: Int, factor: Int

        /// The width of the tile, rounded up.
        var tileWidth: Int { (width + factor - 1) / factor }
        var tileHeight: Int { (height + factor - 1) / factor }
    }

    /// The tiles of each scale factor, up to the factor at which one tile covers the image.
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

    /// Requests of OpenLayers, which uses the region “full” for the whole image.
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

    /// Requests of Leaflet-IIIF, which reads version 2 and always writes the region in numbers.
    var leaflet: Set<String> {
        guard version == 2 else { return [] }
        return Set(
            cells.map { cell in
                "\(cell.x),\(cell.y),\(cell.width),\(cell.height)/\(cell.tileWidth),/0/default.jpg"
            })
    }

    /// Alternative addresses of the whole image at each scale factor at which it is a single tile
    /// or at most 1024 pixels long. The addresses combine both forms of the region with all forms
    /// of the size; the largest size is also “max”. In version 2, the size “full” also stands for a
    /// tile that is as wide as the image.
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
