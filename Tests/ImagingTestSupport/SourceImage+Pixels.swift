import TestSupport
import ZigguratCore
import ZigguratSystem

@testable import ZigguratImaging
@testable import ZigguratSources

extension SourceImage {
    /// All pixels that the pyramid gets; grey as RGB, as in `PixelPicture`.
    func pixels(
        keepsAlpha: Bool = false, background: RGBColor = .white
    ) throws -> PixelPicture {
        let finding = try findValueRange()
        let reading = try makeReading(
            keepsAlpha: keepsAlpha, background: background, limits: finding.limits,
            opacity: finding.opacity)
        let samples = try RowStrips.samples(of: reading)
        let (size, bands) = (reading.size, reading.bands)
        guard bands < 3 else {
            return PixelPicture(
                width: size.width, height: size.height, bands: bands, samples: samples)
        }
        var coloured: [UInt8] = []
        for index in stride(from: 0, to: samples.count, by: bands) {
            coloured += repeatElement(samples[index], count: 3)
            coloured += samples[index + 1..<index + bands]
        }
        return PixelPicture(
            width: size.width, height: size.height, bands: bands + 2, samples: coloured)
    }
}
