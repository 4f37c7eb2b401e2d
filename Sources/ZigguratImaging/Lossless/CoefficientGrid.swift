public import ZigguratCore
public import ZigguratSystem

/// Where a JPEG can be cut into tiles without decoding it.
///
/// A JPEG is made of blocks of 8 × 8 coefficients, of which one component may have fewer than
/// another: a tile has to begin where blocks of all of them do.
///
/// Source: ITU-T T.81, A.2 (minimum coded units).
public struct CoefficientGrid: Hashable, Sendable {
    /// The distances at which tiles can begin, in pixels of the picture as it is seen.
    public let unit: PixelSize
    /// What all coefficients of the file take in memory: two bytes each.
    public let byteCount: Int

    /// Whether tiles of full resolution can be cut like that.
    ///
    /// - Parameter window: what the tiling's grid covers of the picture.
    /// - Throws: ``ZigguratError`` without a subject: what is in the way.
    public func check(_ tiling: Tiling, of window: LevelWindow) throws(ZigguratError) {
        let (size, shift, tile) = (window.size, window.shift, tiling.tileSize)
        let width = size.width + shift.x
        let height = size.height + shift.y
        if width > tile.width || height > tile.height {
            guard tiling.overlap == 0 else {
                throw refusal(
                    "tiles that overlap cannot be cut without loss",
                    remedy: "leave out one of --lossless and --overlap")
            }
            guard width <= tile.width || tile.width.isMultiple(of: unit.width),
                height <= tile.height || tile.height.isMultiple(of: unit.height)
            else {
                throw refusal(
                    "tiles of \(tile) pixels would cut through its blocks of \(unit)",
                    remedy: "give --tile-size a multiple of \(max(unit.width, unit.height))")
            }
            guard width <= tile.width || shift.x.isMultiple(of: unit.width),
                height <= tile.height || shift.y.isMultiple(of: unit.height)
            else {
                throw refusal(
                    "the grid of its tiles begins at another corner, inside of blocks of \(unit)",
                    remedy: "leave out --lossless, or take another layout")
            }
        }
        let isFilled =
            width.isMultiple(of: tile.width) && height.isMultiple(of: tile.height)
            && shift == .zero
        guard tiling.edge == .crop || isFilled else {
            throw refusal(
                "tiles cannot be padded without loss, and its \(size) pixels do not fill them",
                remedy: "leave out --lossless or --edge pad, or take another layout")
        }
    }

    private func refusal(_ problem: String, remedy: String) -> ZigguratError {
        ZigguratError(.invalidOptions, "", problem, remedy: remedy)
    }
}
