internal import ZigguratKit

extension PixelSize {
    /// The size for messages and results: `4096 × 2304`.
    var text: String { "\(width) × \(height)" }
}
