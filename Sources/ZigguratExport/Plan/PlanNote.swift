public import ZigguratCore

/// Advice about an export that can be made.
public enum PlanNote: Note {
    /// Images of these widths are not written, because the source is narrower or, if there is a
    /// limit, because a side would be longer than it.
    case sizesLeftOut([Int], image: PixelSize, limit: Int?)
    /// The longer side of the image is below the threshold: one image is written instead of tiles.
    case belowThreshold
    /// A layout or container has no means to tell its clients which blank tiles are left out: they
    /// are written.
    case blankTilesWritten(String)
    /// Only the page of a layout or container knows which blank tiles are left out.
    case blankTilesKnownToPage(String)
    /// Few browsers show the tile format.
    case fewBrowsers(TileFormat)
    /// Lossless tiles of the format store colours with a small error.
    case nearlyLossless(TileFormat)
    case onlyFirstPage(of: Int, isAnimation: Bool)
    /// A note of a layout or a container, in its own words.
    case format(String, text: String)
}
