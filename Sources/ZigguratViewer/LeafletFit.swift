internal import ZigguratSystem

/// What Leaflet's grid can show: tiles of one size side by side, levels that differ by whole steps
/// of its zoom.
enum LeafletFit {
    /// Why a picture cannot be shown, in words that follow a colon; nil where it can.
    static func problem(with page: PageDescription) -> String? {
        if page.overlap > 0 {
            return "its tiles overlap by \(page.overlap) pixel\(page.overlap == 1 ? "" : "s")"
        }
        for (index, level) in page.levels.enumerated() {
            let scale = level.scaleFactor
            if scale < 1 || scale & (scale - 1) != 0 {
                return "its level \(index) is reduced \(scale) times, which is no power of two"
            }
            if index > 0, page.levels[index - 1].scaleFactor != scale * 2 {
                return "its level \(index) is not twice as large as the one before it"
            }
            if level.width != (page.width + scale - 1) / scale
                || level.height != (page.height + scale - 1) / scale
            {
                return "its levels are rounded down"
            }
        }
        return nil
    }
}
