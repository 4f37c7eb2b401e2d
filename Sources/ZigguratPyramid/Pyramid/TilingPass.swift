package import ZigguratCore
package import ZigguratImaging

/// The tiles of some levels with one tile size, overlap and encoding. All layouts with these values
/// share the pass.
///
/// Levels are identified by their reduction, the number of halvings: 0 is full resolution. Layouts
/// number their levels differently, but equal reductions have equal pixels.
package struct TilingPass: Hashable, Sendable {
    /// The size of the grid's cells in level pixels, without overlap.
    package let tileSize: PixelSize
    package let overlap: Int
    package let encoding: TileEncoding
    /// The edge rules in use. A tile that the image fills is equal under both rules.
    package let edges: Set<Tiling.Edge>
    /// The levels, by reduction.
    package let reductions: Set<Int>
    /// The part of a level that the grid covers, by reduction. Levels without an entry are covered
    /// as a whole, from their top left.
    package let windows: [Int: LevelWindow]
    /// The size to which each tile is resampled before it is encoded; `nil` without resampling.
    package let resampledSize: PixelSize?
    /// The colour behind a transparent image in an encoding without alpha; `nil` for the background
    /// of the build.
    package let background: RGBColor?
    /// The allowed difference of a blank tile's samples from the background, 0 to 255; `nil` if
    /// blank tiles are kept. Levels of one tile are never blank.
    package let blankTolerance: Int?

    package init(
        tileSize: PixelSize, overlap: Int, encoding: TileEncoding, edges: Set<Tiling.Edge>,
        reductions: Set<Int>, windows: [Int: LevelWindow] = [:], resampledSize: PixelSize? = nil,
        background: RGBColor? = nil, blankTolerance: Int? = nil
    ) {
        precondition(
            !edges.isEmpty && !reductions.isEmpty, "a pass has at least one level and one edge rule"
        )
        precondition(overlap == 0 || edges == [.crop], "padded tiles do not overlap")
        self.tileSize = tileSize
        self.overlap = overlap
        self.encoding = encoding
        self.edges = edges
        self.reductions = reductions
        self.windows = windows
        self.background = background
        self.blankTolerance = blankTolerance
        self.resampledSize = resampledSize
    }

    /// Whether a level is encoded strip by strip, in the order of its rows.
    ///
    /// - Parameter orientation: the orientation in which tiles are cut out of rows.
    func hasStrips(of imageSize: PixelSize, _ orientation: Orientation = .upright) -> Bool {
        reductions.contains { reduction in
            hasStrips(
                in: windows[reduction] ?? LevelWindow(size: imageSize.reduced(by: 1 << reduction)),
                orientation)
        }
    }

    /// Whether a level with this window is a single image that is too large to be encoded in one
    /// piece.
    func hasStrips(in window: LevelWindow, _ orientation: Orientation) -> Bool {
        let isWhole = window.size == tileSize
        let fits =
            window.size.width <= tileSize.width && window.size.height <= tileSize.height
            && window.shift == .zero
        let isLarge =
            orientation == .upright
            ? window.size.height > PyramidSchedule.tallestInOnePiece
            : window.size.width * window.size.height > PyramidSchedule.largestTurnedInOnePiece
        return isLarge && encoding.encodesStrips && overlap == 0 && resampledSize == nil && fits
            && (isWhole || edges == [.crop])
    }

    /// Whether tiles of full resolution are cut out of the source without decoding.
    var cutsSource: Bool { encoding.cutsSource && reductions.contains(0) }
}
