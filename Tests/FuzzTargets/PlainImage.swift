/// Draws the images that targets need.
enum PlainImage {
    /// An uncompressed BMP file with a gradient.
    static func bitmap(width: Int, height: Int) -> [UInt8] {
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let rowLength = (3 * width + 3) / 4 * 4
        var bytes = Array("BM".utf8)
        for (value, count) in [
            (54 + rowLength * height, 4), (0, 4), (54, 4), (40, 4), (width, 4), (height, 4), (1, 2),
            (24, 2), (0, 4), (0, 4), (2835, 4), (2835, 4), (0, 4), (0, 4),
        ] { bytes += little(value, count) }
        for y in 0..<height {
            var row: [UInt8] = []
            for x in 0..<width {
                row += [x * 255 / width, y * 255 / height, 128].map {
                    UInt8(truncatingIfNeeded: $0)
                }
            }
            bytes += row + Array(repeating: 0, count: rowLength - row.count)
        }
        return bytes
    }
}
