internal import ZigguratCore
internal import ZigguratSystem

/// Reads the configuration in a bundle's page. It contains the exact size of the image, even if the
/// layout has no descriptor.
enum OwnPage {
    private static let opening = #"<script type="application/json" id="ziggurat-config">"#

    /// Returns a found pyramid with the size and the skipped tiles that its page states. Returns it
    /// unchanged if the bundle has no page that matches its tiles.
    static func refined(
        _ found: FoundPyramid, in files: any BundleFiles
    ) throws(ZigguratError) -> FoundPyramid {
        guard found.sizeOrigin != .descriptor, let bytes = try files.contents(of: "index.html")
        else { return found }
        let page = configuration(in: String(decoding: bytes, as: UTF8.self))
        let guess = found.pyramid
        let size = PixelSize(width: page["width"].integer ?? 0, height: page["height"].integer ?? 0)
        guard let name = page["name"].string, let levels = page["levels"].array,
            let edge = page["edge"].string.flatMap(Tiling.Edge.init), size.isValid,
            page["overlap"].integer == 0,
            page["tileWidth"].integer == guess.tiling.tileSize.width,
            page["tileHeight"].integer == guess.tiling.tileSize.height,
            let first = guess.levels.first, let last = guess.levels.last,
            levels.count == guess.levels.count
        else { return found }
        let pyramid = Pyramid(
            name: name, imageSize: size,
            tiling: Tiling(
                tileSize: guess.tiling.tileSize, edge: edge, encoding: guess.tiling.encoding),
            levels: first.index...last.index)
        guard let top = pyramid.levels.last, top.columns == last.columns, top.rows == last.rows
        else { return found }
        return FoundPyramid(
            pyramid, naming: found.naming, descriptors: found.descriptors, isSparse: found.isSparse,
            absent: absent(from: pyramid, levels), faults: found.faults)
    }

    /// Returns the skipped tiles. For each level, the page lists runs as the number of the first
    /// tile and the length of the run.
    private static func absent(from pyramid: Pyramid, _ levels: [JSONValue]) -> AbsentTiles {
        var numbers: [Int: [Int]] = [:]
        for (level, stated) in zip(pyramid.levels, levels) {
            let runs = stated["absent"].array?.compactMap(\.integer) ?? []
            for index in stride(from: 0, to: runs.count - 1, by: 2) {
                let (first, count) = (runs[index], runs[index + 1])
                guard first >= 0, count > 0, first < level.tileCount,
                    count <= level.tileCount - first
                else { continue }
                numbers[level.index, default: []] += first..<first + count
            }
        }
        return AbsentTiles(numbers)
    }

    private static func configuration(in page: String) -> JSONValue {
        guard let start = page.firstRange(of: opening)?.upperBound,
            let end = page[start...].firstRange(of: "</script>")?.lowerBound
        else { return .null }
        return JSONValue(parsing: Array(page[start..<end].utf8)) ?? .null
    }
}
