internal import CPixels
package import ZigguratSystem

/// A step of the conversion from stored pixels to pixels of tiles. Several threads use it at once.
protocol RowStage: Sendable {
    /// The bytes of a pixel before and after the step.
    var inputBytes: Int { get }
    var outputBytes: Int { get }

    /// Whether source and result may share memory.
    var worksInPlace: Bool { get }

    /// Converts `count` pixels. Source and result must not share memory unless the step works in
    /// place.
    func apply(to source: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, count: Int)
}

extension RowStage {
    var worksInPlace: Bool { false }
}

/// Reduces 16-bit samples to 8 bits. As in libvips, grey is rounded, and colours and alpha keep
/// their upper bits.
struct Narrowing: RowStage {
    package let bands: Int

    var inputBytes: Int { 2 * bands }
    var outputBytes: Int { bands }

    package func apply(
        to source: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, count: Int
    ) {
        if bands < 3 {
            zig_narrow_grey_row(source, output, Int32(count), Int32(bands))
        } else {
            zig_narrow_row(source, output, Int32(count * bands))
        }
    }
}

/// Scales 8-bit samples to 16 bits.
struct Widening: RowStage {
    package let bands: Int

    var inputBytes: Int { bands }
    var outputBytes: Int { 2 * bands }

    package func apply(
        to source: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, count: Int
    ) {
        zig_widen_row(source, output, Int32(count * bands))
    }
}

/// Divides premultiplied colours by their alpha.
struct Unpremultiplying: RowStage {
    /// The number of bands with alpha: 2 or 4.
    package let bands: Int
    package let sampleBytes: Int

    var inputBytes: Int { bands * sampleBytes }
    var outputBytes: Int { inputBytes }

    package func apply(
        to source: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, count: Int
    ) {
        zig_unpremultiply_row(source, output, Int32(count), Int32(bands), Int32(sampleBytes))
    }
}

/// Blends pixels with a background by their alpha and removes the alpha.
struct Flattening: RowStage {
    /// The number of bands with alpha: 2 or 4.
    package let bands: Int
    package let sampleBytes: Int
    private let background: [UInt8]

    init(bands: Int, sampleBytes: Int, background: RGBColor) {
        self.bands = bands
        self.sampleBytes = sampleBytes
        self.background = background.pixel(bands: bands - 1)
    }

    var inputBytes: Int { bands * sampleBytes }
    var outputBytes: Int { (bands - 1) * sampleBytes }

    package func apply(
        to source: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, count: Int
    ) {
        if sampleBytes == 1 {
            zig_flatten_row(source, output, Int32(count), Int32(bands), background)
        } else {
            zig_flatten_wide_row(source, output, Int32(count), Int32(bands), background)
        }
    }
}

/// The conversion of stored rows to rows of tiles. Several threads use it at once.
package struct RowConversion: Sendable {
    package let pixels: StoredPixels
    /// The stages in order. The first stage takes stored pixels; each further stage takes the
    /// result of the stage before it.
    let stages: [any RowStage]
    /// Bytes of a converted sample.
    package let outputSampleBytes: Int

    /// The number of pixels in a block, which stays in the processor's cache between stages.
    private static let blockLength = 512
    /// The largest number of bytes per pixel: CMYK and alpha in 16 bits.
    private static let mostBytes = 10

    /// Creates the conversion to a target.
    ///
    /// - Parameter profile: evaluated only if the target applies the profile.
    /// - Returns: `nil` if libvips has to convert the pixels.
    package init?(
        _ pixels: StoredPixels,
        profile: @autoclosure () throws(ZigguratError) -> [UInt8]?, _ target: ReadingTarget
    ) throws(ZigguratError) {
        self.pixels = pixels
        outputSampleBytes = target.sampleBytes
        if target.limits != nil || pixels.isFloat && !target.keepsNumbers {
            guard try profile() == nil, let stage = Stretching.stage(pixels, target) else {
                return nil
            }
            stages = [stage]
            return
        }
        var stages: [any RowStage] = []
        var bands = pixels.bands
        if pixels.isPremultiplied, !pixels.isFloat {
            stages.append(Unpremultiplying(bands: bands, sampleBytes: pixels.sampleBytes))
        }
        if target.appliesProfile {
            guard let profile = try profile(),
                let transform = Self.transform(profile, pixels.unpremultiplied, target)
            else { return nil }
            stages.append(transform)
            bands = transform.outputBytes / target.sampleBytes
        } else if pixels.colours == .cmyk, !target.keepsCMYK {
            return nil
        } else if pixels.sampleBytes > target.sampleBytes {
            stages.append(Narrowing(bands: bands))
        } else if pixels.sampleBytes < target.sampleBytes {
            stages.append(Widening(bands: bands))
        }
        if pixels.hasAlpha, !target.keepsAlpha {
            // Grey on a coloured background becomes RGB, so libvips has to convert it.
            guard bands == 4 || target.background.isGrey else { return nil }
            stages.append(
                Flattening(
                    bands: bands, sampleBytes: target.sampleBytes, background: target.background))
        }
        self.stages = stages
    }

    /// Returns the stage that converts colours.
    ///
    /// - Returns: `nil` if libvips has to convert the colours. For 16-bit targets, only matrix
    ///   profiles have a stage.
    private static func transform(
        _ profile: [UInt8], _ pixels: StoredPixels, _ target: ReadingTarget
    ) -> (any RowStage)? {
        target.sampleBytes == 1
            ? ColourTransform.shared(profile, target.intent, from: pixels)
            : WideMatrixTransform(profile: profile, target.intent, from: pixels)
    }

    /// Whether stored pixels are already pixels of tiles.
    package var isEmpty: Bool { stages.isEmpty }

    /// Bytes of a converted pixel.
    var outputBytes: Int { stages.last?.outputBytes ?? pixels.bytesPerPixel }

    package var outputBands: Int { outputBytes / outputSampleBytes }

    package var isShrinking: Bool { outputBytes < pixels.bytesPerPixel }

    /// The bytes of a pixel that a row needs so that it can be converted in place.
    package var largestBytes: Int { max(pixels.bytesPerPixel, outputBytes) }

    /// Converts `count` pixels. Source and result may share memory.
    package func convert(
        _ source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, count: Int
    ) {
        if isEmpty {
            return target.update(from: source, count: count * outputBytes)
        }
        if stages.count == 1, stages[0].worksInPlace {
            return stages[0].apply(to: source, target, count: count)
        }
        let length = Self.blockLength * Self.mostBytes
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * length) { memory in
            // The memory is not empty, so it has a base address.
            let start = memory.baseAddress.unsafelyUnwrapped
            let blockCount = (count + Self.blockLength - 1) / Self.blockLength
            // If pixels grow, blocks are converted from the end, so that no unread pixel is
            // overwritten.
            let isGrowing = outputBytes > pixels.bytesPerPixel
            for number in 0..<blockCount {
                let first = Self.blockLength * (isGrowing ? blockCount - 1 - number : number)
                let width = min(Self.blockLength, count - first)
                var current = source + first * pixels.bytesPerPixel
                for (number, stage) in stages.enumerated() {
                    let output = start + number % 2 * length
                    stage.apply(to: current, output, count: width)
                    current = UnsafePointer(output)
                }
                (target + first * outputBytes).update(from: current, count: width * outputBytes)
            }
        }
    }
}

/// The pixels that a reading delivers: samples in grey or sRGB.
package struct ReadingTarget: Sendable, Codable {
    /// The bytes of a sample: 1, or 2 in the machine's byte order; 4 for floating-point numbers
    /// that are not converted.
    package var sampleBytes = 1
    package var keepsAlpha = true
    /// The background of transparent images if alpha is not kept.
    package var background = RGBColor.white
    /// Whether the embedded profile is applied, and the intent.
    package var appliesProfile = false
    package var intent = SourceRequest.Intent.relative
    /// The values that become black and white; `nil` if samples are used as they are.
    package var limits: ClosedRange<Double>?
    /// The alpha of opaque pixels; `nil` means the alpha that follows from the samples and limits.
    package var opacity: Double?
    /// Whether CMYK is delivered without conversion because libvips converts it.
    var keepsCMYK = false
    /// The coefficients that the decoder of a JPEG reads together with the rows.
    package var coefficients: JPEGCoefficients?
    /// The number of threads that can read parts of the image in any order; 1 if the caller reads
    /// rows from the top.
    package var threadCount = 1

    /// Whether floating-point numbers are delivered without conversion.
    var keepsNumbers: Bool { sampleBytes == 4 }

    /// The fields for a decoder in another process.
    private enum CodingKeys: CodingKey {
        case sampleBytes, keepsAlpha, background, appliesProfile, intent, limits, opacity, keepsCMYK
    }

    package init(
        sampleBytes: Int = 1, keepsAlpha: Bool = true, background: RGBColor = RGBColor.white,
        appliesProfile: Bool = false, intent: SourceRequest.Intent = SourceRequest.Intent.relative,
        limits: ClosedRange<Double>? = nil, opacity: Double? = nil, keepsCMYK: Bool = false,
        coefficients: JPEGCoefficients? = nil, threadCount: Int = 1
    ) {
        self.sampleBytes = sampleBytes
        self.keepsAlpha = keepsAlpha
        self.background = background
        self.appliesProfile = appliesProfile
        self.intent = intent
        self.limits = limits
        self.opacity = opacity
        self.keepsCMYK = keepsCMYK
        self.coefficients = coefficients
        self.threadCount = threadCount
    }
}

/// Adds bands to pixels: copies grey to red, green and blue, and adds opaque alpha.
package enum BandSpreading {
    /// Copies pixels of 1 to 4 bands to pixels with an equal or larger number of bands.
    ///
    /// - Parameters:
    ///   - storedBands: the number of bands of a source pixel.
    ///   - bands: the number of bands of a target pixel.
    package static func spread<Sample: FixedWidthInteger>(
        _ stored: UnsafePointer<Sample>, _ storedBands: Int,
        over target: UnsafeMutablePointer<Sample>, _ bands: Int, count: Int
    ) {
        let colours = bands < 3 ? 1 : 3
        for pixel in 0..<count {
            let (from, to) = (stored + pixel * storedBands, target + pixel * bands)
            for colour in 0..<colours { to[colour] = from[storedBands < 3 ? 0 : colour] }
            guard bands > colours else { continue }
            to[colours] = storedBands % 2 == 0 ? from[storedBands - 1] : .max
        }
    }
}
