internal import FoundationEssentials
internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratSystem

/// The configuration in a bundle's page, which has the image's exact size even if the layout has no
/// descriptor.
enum OwnPage {
    private struct Configuration: Decodable {
        struct Level: Decodable {
            let z: Int?
            let absent: [Int]?
        }

        let name: String
        let width: Int
        let height: Int
        let tileWidth: Int
        let tileHeight: Int
        let overlap: Int
        let edge: EdgeRule
        let levels: [Level]

        var size: PixelSize { PixelSize(width: width, height: height) }

        /// The skipped tiles.
        func absent(from pyramid: Pyramid) -> AbsentTiles {
            var numbers: [Int: [Int]] = [:]
            for (level, said) in zip(pyramid.levels, levels) {
                let runs = said.absent ?? []
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
    }

    private static let opening = #"<script type="application/json" id="ziggurat-config">"#

    /// A found pyramid with the size and the skipped tiles of its page; unchanged if no page fits
    /// its tiles.
    static func refined(
        _ found: FoundPyramid, in files: any BundleFiles
    ) throws(ZigguratError) -> FoundPyramid {
        guard !found.assumptions.isEmpty, let bytes = try files.contents(of: "index.html"),
            let configuration = configuration(in: String(decoding: bytes, as: UTF8.self)),
            configuration.size.isValid, configuration.overlap == 0
        else { return found }
        let guess = found.pyramid
        let size = configuration.size
        let tileSize = PixelSize(
            width: configuration.tileWidth, height: configuration.tileHeight)
        guard tileSize == guess.tiling.tileSize, let first = guess.levels.first,
            let last = guess.levels.last, configuration.levels.count == guess.levels.count
        else { return found }
        let pyramid = Pyramid(
            name: configuration.name, imageSize: size,
            tiling: Tiling(
                tileSize: tileSize, edge: configuration.edge, encoding: guess.tiling.encoding),
            levels: first.index...last.index)
        guard let top = pyramid.levels.last, top.columns == last.columns, top.rows == last.rows
        else { return found }
        return FoundPyramid(
            pyramid, naming: found.naming, descriptors: found.descriptors, isSparse: found.isSparse,
            absent: configuration.absent(from: pyramid), faults: found.faults)
    }

    private static func configuration(in page: String) -> Configuration? {
        guard let start = page.firstRange(of: opening)?.upperBound,
            let end = page[start...].firstRange(of: "</script>")?.lowerBound
        else { return nil }
        return try? JSONDecoder().decode(
            Configuration.self, from: Data(page[start..<end].utf8))
    }
}
