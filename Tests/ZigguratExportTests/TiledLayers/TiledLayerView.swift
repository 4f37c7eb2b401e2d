import Foundation
import TestSupport

/// A view with a `CATiledLayer`, like the view of an app. The view knows the rectangles that the
/// layer requests, and the image that the app's code draws from files.
struct TiledLayerView {
    /// A rectangle in the view's coordinates, points.
    struct Rect {
        var x: Double
        var y: Double
        var width: Double
        var height: Double

        var maxX: Double { x + width }
        var maxY: Double { y + height }

        func intersection(_ other: Rect) -> Rect {
            let (left, top) = (max(x, other.x), max(y, other.y))
            return Rect(
                x: left, y: top, width: min(maxX, other.maxX) - left,
                height: min(maxY, other.maxY) - top)
        }
    }

    /// A file that is drawn into a rectangle.
    struct Drawing {
        let path: String
        let rect: Rect
    }

    /// The result of drawing all files at one scale.
    struct Outcome {
        let picture: PixelPicture?
        let missing: [String]
        /// Files whose pixels do not fill their rectangle, or that do not fit the grid.
        let misplaced: [String]
    }

    let bounds: Rect
    /// The layer's tile size, in pixels.
    var tileSize: Double
    /// The height of tiles, if the tiles are not square.
    var tileHeight: Double?
    /// Points by which the bounds may be smaller than the image.
    var lost = 0.0

    init(width: Double, height: Double, tileSize: Double) {
        bounds = Rect(x: 0, y: 0, width: width, height: height)
        self.tileSize = tileSize
    }

    /// The rectangles that the layer requests: its tiles at a scale of pixels to points, cropped at
    /// its edges.
    func rects(scale: Double) -> [Rect] {
        let side = tileSize / scale
        let height = (tileHeight ?? tileSize) / scale
        let rows = Int((bounds.height / height).rounded(.up))
        let columns = Int((bounds.width / side).rounded(.up))
        return (0..<rows).flatMap { row in
            (0..<columns).map { column in
                Rect(x: Double(column) * side, y: Double(row) * height, width: side, height: height)
                    .intersection(bounds)
            }
        }
    }

    /// Draws all rectangles.
    ///
    /// - Parameter draw: the app's `drawRect:`
    func drawn(
        scale: Double, from folder: URL, draw: (Rect) -> [Drawing]
    ) async throws -> Outcome {
        let drawings = rects(scale: scale).flatMap(draw)
        let missing = drawings.map(\.path).filter {
            !FileManager.default.fileExists(atPath: folder.appending(path: $0).path)
        }
        guard missing.isEmpty else { return Outcome(picture: nil, missing: missing, misplaced: []) }
        let tiles = try await PixelPicture.read(
            drawings.map { folder.appending(path: $0.path) })
        var misplaced: [String] = []
        var parts: [(x: Int, y: Int, tile: PixelPicture)] = []
        for (drawing, tile) in zip(drawings, tiles) {
            let (x, y) = (drawing.rect.x * scale, drawing.rect.y * scale)
            let spare = (
                Double(tile.width) - drawing.rect.width * scale,
                Double(tile.height) - drawing.rect.height * scale
            )
            let limit = 1 + lost * scale
            if x != x.rounded() || y != y.rounded() || !(0..<limit).contains(spare.0)
                || !(0..<limit).contains(spare.1)
            {
                misplaced.append(drawing.path)
            }
            parts.append((Int(x), Int(y), tile))
        }
        return Outcome(picture: Self.joined(parts), missing: [], misplaced: misplaced)
    }

    private static func joined(_ parts: [(x: Int, y: Int, tile: PixelPicture)]) -> PixelPicture? {
        guard let first = parts.first else { return nil }
        let width = parts.map { $0.x + $0.tile.width }.max() ?? 0
        let height = parts.map { $0.y + $0.tile.height }.max() ?? 0
        let bands = first.tile.bands
        var samples = [UInt8](repeating: 0, count: width * height * bands)
        for (x, y, tile) in parts where tile.bands == bands {
            for row in 0..<tile.height {
                let start = ((y + row) * width + x) * bands
                let source = row * tile.width * bands
                samples.replaceSubrange(
                    start..<start + tile.width * bands,
                    with: tile.samples[source..<source + tile.width * bands])
            }
        }
        return PixelPicture(width: width, height: height, bands: bands, samples: samples)
    }
}
