internal import CPixels
internal import ZigguratSystem

/// A step from stored pixels to pixels of tiles. Threads share it.
protocol RowStage: Sendable {
    /// The bytes of a pixel before the step, and after it.
    var inputBytes: Int { get }
    var outputBytes: Int { get }

    /// Whether the result may take the place of the source.
    var worksInPlace: Bool { get }

    /// Converts `count` pixels; the memory of the result is not that of the source, unless the step
    /// works in place.
    func apply(to source: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, count: Int)
}

extension RowStage {
    var worksInPlace: Bool { false }
}

/// Reduces samples of 16 bits to 8. Like libvips, it rounds grey, and keeps the upper bits of colours
/// and alpha.
struct Narrowing: RowStage {
    let bands: Int

    var inputBytes: Int { 2 * bands }
    var outputBytes: Int { bands }

    func apply(to source: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, count: Int) {
        if bands < 3 {
            zig_narrow_grey_row(source, output, Int32(count), Int32(bands))
        } else {
            zig_narrow_row(source, output, Int32(count * bands))
        }
    }
}

/// Spreads samples of 8 bits over 16.
struct Widening: RowStage {
    let bands: Int

    var inputBytes: Int { bands }
    var outputBytes: Int { 2 * bands }

    func apply(to source: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, count: Int) {
        zig_widen_row(source, output, Int32(count * bands))
    }
}

/// Divides colours by the alpha that they are multiplied by.
struct Unpremultiplying: RowStage {
    /// With the alpha: 2 or 4.
    let bands: Int
    let sampleBytes: Int

    var inputBytes: Int { bands * sampleBytes }
    var outputBytes: Int { inputBytes }

    func apply(to source: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, count: Int) {
        zig_unpremultiply_row(source, output, Int32(count), Int32(bands), Int32(sampleBytes))
    }
}

/// Mixes pixels with a background by their alpha, which it removes.
struct Flattening: RowStage {
    /// With the alpha: 2 or 4.
    let bands: Int
    let sampleBytes: Int
    private let background: [UInt8]

    init(bands: Int, sampleBytes: Int, background: RGBColor) {
        self.bands = bands
        self.sampleBytes = sampleBytes
        self.background = background.pixel(bands: bands - 1)
    }

    var inputBytes: Int { bands * sampleBytes }
    var outputBytes: Int { (bands - 1) * sampleBytes }

    func apply(to source: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, count: Int) {
        if sampleBytes == 1 {
            zig_flatten_row(source, output, Int32(count), Int32(bands), background)
        } else {
            zig_flatten_wide_row(source, output, Int32(count), Int32(bands), background)
        }
    }
}

/// What turns rows of stored pixels into rows of tiles, on any thread.
struct RowConversion: Sendable {
    let pixels: StoredPixels
    /// The first one takes stored pixels, and each further one what the one before delivers.
    let stages: [any RowStage]
    /// Bytes of a converted sample.
    let outputSampleBytes: Int

    /// Pixels of a block, which stays in the processor's cache from stage to stage.
    private static let blockLength = 512
    /// The most bytes of a pixel: CMYK and alpha in 16 bits.
    private static let mostBytes = 10

    /// - Parameter profile: read only if the target applies it.
    /// - Returns: `nil` if libvips has to convert these pixels.
    init?(
        _ pixels: StoredPixels,
        profile: @autoclosure () throws(ZigguratError) -> [UInt8]?, _ target: ReadingTarget
    ) throws(ZigguratError) {
        self.pixels = pixels
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
            // Grey on a colour becomes colour.
            guard bands == 4 || target.background.isGrey else { return nil }
            stages.append(
                Flattening(
                    bands: bands, sampleBytes: target.sampleBytes, background: target.background))
        }
        self.stages = stages
        outputSampleBytes = target.sampleBytes
    }

    /// The conversion of colours.
    ///
    /// - Returns: `nil` if libvips has to convert them: to 16 bits, all but profiles of a matrix.
    private static func transform(
        _ profile: [UInt8], _ pixels: StoredPixels, _ target: ReadingTarget
    ) -> (any RowStage)? {
        target.sampleBytes == 1
            ? ColourTransform.shared(profile, target.intent, from: pixels)
            : WideMatrixTransform(profile: profile, target.intent, from: pixels)
    }

    /// Whether stored pixels are those of tiles.
    var isEmpty: Bool { stages.isEmpty }

    /// Bytes of a converted pixel.
    var outputBytes: Int { stages.last?.outputBytes ?? pixels.bytesPerPixel }

    var outputBands: Int { outputBytes / outputSampleBytes }

    var isShrinking: Bool { outputBytes < pixels.bytesPerPixel }

    /// The bytes of a pixel that a row needs to be converted in place.
    var largestBytes: Int { max(pixels.bytesPerPixel, outputBytes) }

    /// Converts `count` pixels; the result may take the place of the source.
    func convert(
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
            // The memory has a base address: it is not empty.
            let start = memory.baseAddress.unsafelyUnwrapped
            let blockCount = (count + Self.blockLength - 1) / Self.blockLength
            // Pixels that grow must not overwrite those after them.
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

/// What a reading delivers: samples in grey or sRGB.
struct ReadingTarget: Sendable {
    /// 1, or 2 in the machine's byte order.
    var sampleBytes = 1
    var keepsAlpha = true
    /// The background of transparent images if alpha is not kept.
    var background = RGBColor.white
    /// Whether the profile is applied, and its intent.
    var appliesProfile = false
    var intent = SourceRequest.Intent.relative
    /// Whether CMYK is delivered without a conversion, for libvips to convert.
    var keepsCMYK = false
    /// Coefficients that the decoder of a JPEG reads with the rows.
    var coefficients: JPEGCoefficients?
}
