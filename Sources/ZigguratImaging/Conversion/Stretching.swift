internal import CPixels
internal import ZigguratSystem

/// Maps a range of values to the range from black to white, as libvips does: in single precision,
/// rounded.
struct Stretching: RowStage {
    private let bands: Int
    private let isFloat: Bool
    /// The bytes of a result's sample: 1 or 2.
    private let sampleBytes: Int
    private let factor: Float
    private let offset: Float

    /// Returns the stage that converts pixels with the limits of a target.
    ///
    /// - Returns: `nil` if libvips has to convert the pixels.
    static func stage(_ pixels: StoredPixels, _ target: ReadingTarget) -> (any RowStage)? {
        guard pixels.isStretchable, target.sampleBytes <= 2 else { return nil }
        if pixels.isLight { return LightEncoding(target) }
        return target.limits.map { Stretching(pixels, $0, sampleBytes: target.sampleBytes) }
    }

    private init(_ pixels: StoredPixels, _ limits: ClosedRange<Double>, sampleBytes: Int) {
        (bands, isFloat, self.sampleBytes) = (pixels.bands, pixels.isFloat, sampleBytes)
        let most: Double = sampleBytes == 1 ? 255 : 65_535
        let factor = most / (limits.upperBound - limits.lowerBound)
        self.factor = Float(factor)
        // The fraction of a result is cut off, so half a step is added to round.
        offset = Float(0.5 - limits.lowerBound * factor)
    }

    var inputBytes: Int { bands * (isFloat ? 4 : 2) }
    var outputBytes: Int { bands * sampleBytes }

    package func apply(
        to source: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, count: Int
    ) {
        let samples = count * bands
        let (count, row) = (Int32(samples), UnsafeRawPointer(source))
        let wide = UnsafeMutableRawPointer(output)
        switch (isFloat, sampleBytes) {
        case (true, 1):
            let row = row.bindMemory(to: Float.self, capacity: samples)
            zig_stretch_row(row, output, count, factor, offset)
        case (true, _):
            let row = row.bindMemory(to: Float.self, capacity: samples)
            let wide = wide.bindMemory(to: UInt16.self, capacity: samples)
            zig_stretch_to_wide(row, wide, count, factor, offset)
        case (false, 1):
            let row = row.bindMemory(to: UInt16.self, capacity: samples)
            zig_stretch_wide_row(row, output, count, factor, offset)
        case (false, _):
            let row = row.bindMemory(to: UInt16.self, capacity: samples)
            let wide = wide.bindMemory(to: UInt16.self, capacity: samples)
            zig_stretch_wide(row, wide, count, factor, offset)
        }
    }
}

/// Encodes linear light as sRGB, with the tables of libvips. Source: IEC 61966-2-1, 5.2.
struct LightEncoding: RowStage {
    private let sampleBytes: Int
    private let factor: Float
    private let offset: Float
    /// The sRGB samples of light in equal steps, and the last sample again.
    private let encoded: [Float]

    /// The tables for samples of 8 and of 16 bits.
    private static let tables = [table(most: 255), table(most: 65_535)]

    init(_ target: ReadingTarget) {
        sampleBytes = target.sampleBytes
        encoded = Self.tables[target.sampleBytes - 1]
        let limits = target.limits ?? 0...1
        let factor = 1 / (limits.upperBound - limits.lowerBound)
        (self.factor, offset) = (Float(factor), Float(-limits.lowerBound * factor))
    }

    private static func table(most: Int) -> [Float] {
        let samples = (0...most).map { step in
            let light = Double(Float(step) / Float(most))
            let value = Float(ICCProfile.sRGBSample(ofLight: light))
            return (Float(most) * value).rounded(.toNearestOrEven)
        }
        return samples + samples.suffix(1)
    }

    var inputBytes: Int { 12 }
    var outputBytes: Int { 3 * sampleBytes }

    package func apply(
        to source: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, count: Int
    ) {
        let row = UnsafeRawPointer(source).bindMemory(to: Float.self, capacity: 3 * count)
        zig_light_row(row, output, Int32(count), factor, offset, encoded, Int32(sampleBytes))
    }
}
