/// The positions of objects, in units. In an image of 12,000 × 8,000 pixels, a unit is a pixel.
///
/// The scene of 12,000 × 8,000 units fits into an image of any shape: a wider image shows more
/// hills, and a taller image shows a tower with more storeys. X is 0 in the middle and grows to the
/// right. Heights are 0 at the water's edge and grow upwards.
struct Scene: Sendable {
    let width: Int
    let height: Int
    /// The number of units per pixel.
    let scale: Float
    /// The height of the image's upper edge.
    let top: Float
    let storeys: Int
    /// The distance by which each storey is narrower than the storey below it, on either side.
    let inset: Float
    /// 1 for images in which details of five units are visible; 0 for images in which they would
    /// flicker.
    let detail: Float

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        let scale = max(12_000 / Double(width), 8_000 / Double(height))
        let total = Double(height) * scale
        let top = total - 2_000 - 0.1 * (total - 8_000)
        self.scale = Float(scale)
        self.top = Float(top)
        storeys = max(7, Int((top - 1_300) / Double(Tower.storeyHeight)))
        inset = 3_480 / Float(storeys - 1)
        detail = min(max(5 / self.scale - 1.5, 0), 1)
    }
}
