import ZigguratImaging
import ZigguratSystem

@testable import ZigguratSources

extension SourceImage {
    /// Starts to read the exported image through libvips, with the colours of the request.
    func readThroughVips(
        keepsAlpha: Bool, background: RGBColor, limits: ClosedRange<Double>? = nil,
        turnsRows: Bool = true
    ) throws(ZigguratError) -> PixelReading {
        try readThroughVips(
            ReadingTarget(
                keepsAlpha: keepsAlpha, background: background, intent: request.intent,
                limits: limits),
            turnsRows: turnsRows)
    }
}
