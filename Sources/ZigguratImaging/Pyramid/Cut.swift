public import ZigguratCore
internal import ZigguratSystem

/// One way to cut some levels of a pyramid into tiles, on behalf of every layout that wants them
/// like that.
///
/// Levels are told apart by their reduction: how often the image was halved, 0 for full resolution.
/// Layouts count their levels differently, but the same reduction is the same pixels.
public struct Cut: Hashable, Sendable {
    /// The size of the grid's cells in level pixels, without overlap.
    public let tileSize: PixelSize
    public let overlap: Int
    public let encoding: TileEncoding
    /// The edge rules that are wanted; a tile that the picture fills is the same under both.
    public let edges: Set<EdgeRule>
    /// The reductions that are cut like this.
    public let reductions: Set<Int>
    /// What the grid covers, for reductions where it is not the whole level from its top left.
    public let windows: [Int: LevelWindow]
    /// The size to which each tile is resampled before it is encoded; `nil` leaves it as it is.
    public let resampledSize: PixelSize?
    /// How far a sample of a tile without a picture may be from the background, 0 to 255; `nil`
    /// where nobody asks. Levels of a single tile always have a picture.
    public let blankTolerance: Int?

    public init(
        tileSize: PixelSize, overlap: Int, encoding: TileEncoding, edges: Set<EdgeRule>,
        reductions: Set<Int>, windows: [Int: LevelWindow] = [:], resampledSize: PixelSize? = nil,
        blankTolerance: Int? = nil
    ) {
        precondition(!edges.isEmpty && !reductions.isEmpty, "a cut that nobody wants is no cut")
        precondition(overlap == 0 || edges == [.crop], "padded tiles do not overlap")
        self.tileSize = tileSize
        self.overlap = overlap
        self.encoding = encoding
        self.edges = edges
        self.reductions = reductions
        self.windows = windows
        self.blankTolerance = blankTolerance
        self.resampledSize = resampledSize
    }

    /// Whether a level that the grid covers like this is one image of which no pixel has to wait for
    /// the last row.
    func isEncodedInStrips(_ window: LevelWindow) -> Bool {
        let isWhole = window.size == tileSize
        let fits =
            window.size.width <= tileSize.width && window.size.height <= tileSize.height
            && window.shift == .zero
        return encoding.encodesStrips && overlap == 0 && resampledSize == nil && fits
            && (isWhole || edges == [.crop])
    }

    /// Whether some of its tiles are cut out of the source without decoding it.
    var cutsSource: Bool { encoding.cutsSource && reductions.contains(0) }
}
