internal import CPixels
internal import CSystemLibraries
internal import ZigguratSystem

/// Converts pixels from a profile with three curves and a matrix to 16-bit sRGB, with black point
/// compensation. Alpha is kept.
///
/// The 16-bit tables of Little CMS are off by up to 2,600 of 65,535. Without these tables, Little
/// CMS takes fifteen times as long.
///
/// `@unchecked Sendable`: the tables do not change after they are created.
final class WideMatrixTransform: RowStage, @unchecked Sendable {
    private let pixels: StoredPixels
    private let tables: zig_wide_matrix_tables
    private let curves: UnsafeMutablePointer<Float>
    private let encoded: UnsafeMutablePointer<Float>

    private static let mostLight = 16_384
    /// The allowed difference of a sample from the result of Little CMS without tables.
    private static let tolerance = 2

    /// Creates the transform.
    ///
    /// - Returns: `nil` if the profile is damaged, is of another kind, or has another colour space
    ///   than the pixels.
    init?(profile data: [UInt8], _ intent: SourceRequest.Intent, from pixels: StoredPixels) {
        guard pixels.colours == .rgb, let profile = ICCProfile(data, intent, of: pixels),
            profile.isMatrix, let columns = Self.columns(profile)
        else { return nil }
        let count = pixels.sampleBytes == 1 ? 256 : 65_536
        self.pixels = pixels
        curves = .allocate(capacity: 3 * count)
        encoded = .allocate(capacity: Self.mostLight + 2)
        curves.initialize(repeating: 0, count: 3 * count)
        for light in 0...Self.mostLight + 1 {
            let sample = ICCProfile.sRGBSample(ofLight: Double(light) / Double(Self.mostLight))
            (encoded + light).initialize(to: Float(sample * 65_535))
        }
        tables = zig_wide_matrix_tables(
            curves: (
                UnsafePointer(curves), UnsafePointer(curves + count),
                UnsafePointer(curves + 2 * count)
            ),
            columns: columns, encoded: UnsafePointer(encoded))
        let tags = [cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag]
        for (sample, tag) in tags.enumerated() {
            guard let curve = cmsReadTag(profile.handle, tag) else { return nil }
            for value in 0..<count {
                curves[sample * count + value] = cmsEvalToneCurveFloat(
                    OpaquePointer(curve), Float(value) / Float(count - 1))
            }
        }
        guard isRight(profile) else { return nil }
    }

    deinit {
        curves.deallocate()
        encoded.deallocate()
    }

    var inputBytes: Int { pixels.bytesPerPixel }
    var outputBytes: Int { 2 * pixels.bands }

    package func apply(
        to source: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, count: Int
    ) {
        output.withMemoryRebound(to: UInt16.self, capacity: count * pixels.bands) { output in
            withUnsafePointer(to: tables) {
                zig_wide_matrix_row(
                    $0, source, output, Int32(count), Int32(pixels.bands),
                    Int32(pixels.sampleBytes))
            }
        }
    }

    private typealias Column = (Float, Float, Float)

    /// Returns the linear sRGB light of pure red, green and blue at full strength.
    private static func columns(_ profile: ICCProfile) -> (Column, Column, Column)? {
        let colours: [Float] = [1, 0, 0, 0, 1, 0, 0, 0, 1]
        guard let light = profile.linearLight(colours) else { return nil }
        return (
            (light[0], light[1], light[2]), (light[3], light[4], light[5]),
            (light[6], light[7], light[8])
        )
    }

    /// Whether a cube of colours is converted like Little CMS without tables converts it.
    private func isRight(_ profile: ICCProfile) -> Bool {
        let opaque = pixels.sampleBytes == 1 ? ZIG_LCMS_RGB : ZIG_LCMS_WIDE_RGB
        guard let target = ICCProfile.sRGB,
            let judge = profile.transform(
                opaque, to: target, ZIG_LCMS_WIDE_RGB, flags: cmsFLAGS_NOOPTIMIZE)
        else { return false }
        defer { cmsDeleteTransform(judge) }
        let values = (0...8).map { UInt8(min(255, 32 * $0)) }
        let colours = values.flatMap { red in
            values.flatMap { green in values.map { [red, green, $0] } }
        }
        // A byte repeated twice is the 16-bit form of an 8-bit value.
        func bytes(_ colour: [UInt8]) -> [UInt8] {
            colour.flatMap { repeatElement($0, count: pixels.sampleBytes) }
        }
        var theirs = [UInt16](repeating: 0, count: 3 * colours.count)
        cmsDoTransform(judge, colours.flatMap(bytes), &theirs, UInt32(colours.count))
        let ours = converted(colours.flatMap { bytes(Array(($0 + [255]).prefix(pixels.bands))) })
        return colours.indices.allSatisfy { index in
            (0..<3).allSatisfy {
                abs(Int(ours[index * pixels.bands + $0]) - Int(theirs[3 * index + $0]))
                    <= Self.tolerance
            }
        }
    }

    private func converted(_ samples: [UInt8]) -> [UInt16] {
        let count = samples.count / inputBytes
        return [UInt16](unsafeUninitializedCapacity: count * pixels.bands) { memory, length in
            // The memory is not empty, so it has a base address.
            let start = UnsafeMutableRawPointer(memory.baseAddress.unsafelyUnwrapped)
            apply(
                to: samples, start.assumingMemoryBound(to: UInt8.self), count: count)
            length = count * pixels.bands
        }
    }
}
