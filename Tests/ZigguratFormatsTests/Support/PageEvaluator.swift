/// Replaces the placeholders of a page template by their definitions, as a page does.
struct PageEvaluator {
    let imageWidth: Int
    let imageHeight: Int
    let tileSize: Int
    /// The number of image pixels for each level pixel, along a side.
    let scale: Int
    /// `nil` if tiles are square.
    var tileHeight: Int?
    /// The number of the level's first tile, and the level's columns.
    var firstTile = 0
    var columns = 0

    /// The path of a tile; `nil` if the template has an unknown word or an unmatched brace.
    func path(_ template: String, column: Int, row: Int) -> String? {
        var path = ""
        var rest = Substring(template)
        while let open = rest.firstIndex(of: "{") {
            path += rest[..<open]
            guard let close = rest[open...].firstIndex(of: "}") else { return nil }
            let word = rest[rest.index(after: open)..<close].split(separator: ":")
            guard let name = word.first, let number = value(String(name), column, row) else {
                return nil
            }
            var digits = String(number)
            if word.count == 2, let width = Int(word[1]) {
                while digits.count < width { digits = "0" + digits }
            }
            path += digits
            rest = rest[rest.index(after: close)...]
        }
        return rest.contains("}") ? nil : path + rest
    }

    private func value(_ word: String, _ column: Int, _ row: Int) -> Int? {
        let across = tileSize * scale
        let down = (tileHeight ?? tileSize) * scale
        let width = min(across, imageWidth - column * across)
        let height = min(down, imageHeight - row * down)
        switch word {
        case "column", "x": return column
        case "row", "y": return row
        case "tmsy": return (imageHeight + down - 1) / down - 1 - row
        case "left": return column * across
        case "top": return row * down
        case "regionWidth": return width
        case "regionHeight": return height
        case "tileWidth": return (width + scale - 1) / scale
        case "tileHeight": return (height + scale - 1) / scale
        case "number": return firstTile + row * columns + column
        case "group": return (firstTile + row * columns + column) / 256
        default: return nil
        }
    }
}
