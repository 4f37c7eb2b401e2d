internal import CPixels
internal import CSystemLibraries
internal import ZigguratSystem

/// Converts pixels from the colours of an ICC profile to 8-bit sRGB, with black point compensation.
/// Alpha is kept.
///
/// Lookup tables replace Little CMS where their results agree:
/// - Matrix profiles: the tables agree with Little CMS within one level on a grid of colours.
/// - CMYK profiles: the grid is as fine as the grid of Little CMS.
/// - Grey profiles: the table has an entry for each value.
///
/// Little CMS converts all other pixels. The tables of Little CMS for grey, and for 16-bit samples
/// of matrix profiles, are up to 13 levels off in dark colours.
///
/// `@unchecked Sendable`: transforms without a cache and tables do not change after they are
/// created.
final class ColourTransform: RowStage, @unchecked Sendable {
    private enum Method {
        case matrix(MatrixTables)
        case grid(CMYKGrid)
        case grey(GreyTable)
        case library(LibraryTransform)
    }

    /// The rendering intent of the tables.
    package let intent: SourceRequest.Intent
    private let pixels: StoredPixels
    private var method: Method
    /// Whether 8-bit RGB is unchanged except for rounding. Only shared transforms set this.
    private(set) var isIdentity = false

    private struct Key: Hashable {
        package let profile: [UInt8]
        package let intent: SourceRequest.Intent
        package let pixels: StoredPixels
    }

    /// The transforms of recent files. Consecutive files often have equal profiles.
    private static let cache = ConditionLocked<[Key: ColourTransform]>([:])
    private static let cacheSize = 8

    /// Returns a transform from the cache, or creates it with ``init(profile:_:from:)``.
    static func shared(
        _ profile: [UInt8], _ intent: SourceRequest.Intent, from pixels: StoredPixels
    ) -> ColourTransform? {
        let key = Key(profile: profile, intent: intent, pixels: pixels)
        if let known = cache.withLock({ $0[key] }) { return known }
        guard let new = ColourTransform(profile: profile, intent, from: pixels) else { return nil }
        // Shared transforms compute this once, before other threads use them.
        new.isIdentity = new.keepsColours
        cache.withLock { transforms in
            if transforms.count >= cacheSize { transforms.removeAll() }
            transforms[key] = new
        }
        return new
    }

    /// Creates a transform.
    ///
    /// - Returns: `nil` if the profile is damaged or degenerate, has another colour space than the
    ///   pixels, or has no tables for the intent.
    init?(profile data: [UInt8], _ intent: SourceRequest.Intent, from pixels: StoredPixels) {
        guard let profile = ICCProfile(data, intent, of: pixels),
            let judge = Self.exactTransform(profile, from: pixels)
        else { return nil }
        self.pixels = pixels
        self.intent = profile.intent
        if pixels.colours == .rgb, profile.isMatrix,
            let tables = MatrixTables(profile, sampleBytes: pixels.sampleBytes)
        {
            method = .matrix(tables)
            if isNearlySame(as: { judge.apply(to: $0, $1, count: $2) }, steps: 9) { return }
        } else if pixels.colours == .cmyk, pixels.sampleBytes == 1, !pixels.hasAlpha,
            let grid = CMYKGrid(profile, isInverted: pixels.isInverted)
        {
            method = .grid(grid)
            if tellsColours { return }
        } else if pixels.colours == .grey, let table = GreyTable(profile, pixels) {
            method = .grey(table)
            return
        }
        guard let transform = LibraryTransform(profile, from: pixels) else { return nil }
        method = .library(transform)
    }

    /// Returns the conversion by Little CMS without tables. The tables of Little CMS map white to
    /// white, whatever the profile says.
    ///
    /// - Returns: `nil` if the profile cannot be applied, or loses colours.
    private static func exactTransform(
        _ profile: ICCProfile, from pixels: StoredPixels
    ) -> LibraryTransform? {
        guard
            let transform = LibraryTransform(profile, from: pixels, flags: cmsFLAGS_NOOPTIMIZE),
            Self.tellsColours(pixels, { transform.apply(to: $0, $1, count: $2) })
        else { return nil }
        return transform
    }

    /// Returns the rendering intent for a profile.
    ///
    /// - Returns: `nil` if the profile cannot be applied.
    package static func intent(
        of data: [UInt8], wanted: SourceRequest.Intent, from pixels: StoredPixels
    ) -> SourceRequest.Intent? {
        guard let profile = ICCProfile(data, wanted, of: pixels),
            exactTransform(profile, from: pixels) != nil
        else { return nil }
        return profile.intent
    }

    /// Whether tables convert the pixels, and Little CMS only computed the tables.
    var usesTables: Bool { if case .library = method { false } else { true } }

    var inputBytes: Int { pixels.bytesPerPixel }
    var outputBytes: Int { pixels.hasAlpha ? 4 : 3 }
    /// The matrix and grid tables read 1 or 64 pixels before they write them, and no pixel grows.
    var worksInPlace: Bool {
        switch method {
        case .matrix, .grid: true
        case .grey, .library: false
        }
    }

    package func apply(
        to source: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, count: Int
    ) {
        switch method {
        case .matrix(let tables):
            withUnsafePointer(to: tables.tables) {
                zig_matrix_row(
                    $0, source, output, Int32(count), Int32(pixels.bands),
                    Int32(pixels.sampleBytes))
            }
        case .grid(let grid):
            withUnsafePointer(to: grid.tables) {
                zig_cmyk_row($0, source, output, Int32(count))
            }
        case .grey(let table): table.apply(to: source, output, count: count)
        case .library(let transform): transform.apply(to: source, output, count: count)
        }
    }

    private typealias Function = (
        UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>, Int
    ) -> Void

    private var tellsColours: Bool {
        Self.tellsColours(pixels) { apply(to: $0, $1, count: $2) }
    }

    /// Whether the smallest and the largest samples become different colours. Only degenerate
    /// profiles fail this test.
    private static func tellsColours(_ pixels: StoredPixels, _ convert: Function) -> Bool {
        let ends = [0, 255].flatMap { [UInt8](repeating: $0, count: pixels.bytesPerPixel) }
        let bands = pixels.hasAlpha ? 4 : 3
        var colours = [UInt8](repeating: 0, count: 2 * bands)
        convert(ends, &colours, 2)
        return (0..<3).contains { abs(Int(colours[$0]) - Int(colours[bands + $0])) >= 16 }
    }

    private var keepsColours: Bool {
        pixels == StoredPixels(colours: .rgb)
            && isNearlySame(as: { $1.update(from: $0, count: 3 * $2) }, steps: 9)
    }

    /// Whether another function converts a cube of RGB colours to equal values, within one level.
    ///
    /// - Parameter steps: the number of colours along an edge of the cube.
    private func isNearlySame(
        as other: Function, steps: Int
    ) -> Bool {
        let values = (0..<steps).map { UInt8(min(255, $0 * 256 / (steps - 1))) }
        var cube: [UInt8] = []
        for red in values {
            for green in values {
                for blue in values {
                    let colour = [red, green, blue, 255].prefix(pixels.bands)
                    // A byte repeated twice is the 16-bit form of an 8-bit value.
                    cube += colour.flatMap { repeatElement($0, count: pixels.sampleBytes) }
                }
            }
        }
        let count = cube.count / inputBytes
        var ours = [UInt8](repeating: 0, count: count * outputBytes)
        var theirs = ours
        apply(to: cube, &ours, count: count)
        other(cube, &theirs, count)
        return zip(ours, theirs).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
    }
}

/// A table of the sRGB colours of all grey values.
private struct GreyTable {
    private let pixels: StoredPixels
    /// Red, green and blue of each grey value.
    private let colours: [UInt8]

    init?(_ profile: ICCProfile, _ pixels: StoredPixels) {
        let bare = StoredPixels(colours: .grey, sampleBytes: pixels.sampleBytes)
        guard let judge = LibraryTransform(profile, from: bare, flags: cmsFLAGS_NOOPTIMIZE) else {
            return nil
        }
        self.pixels = pixels
        let count = 1 << (8 * pixels.sampleBytes)
        var colours = [UInt8](repeating: 0, count: 3 * count)
        // The least significant byte comes first.
        let values = (0..<count).flatMap { value in
            (0..<pixels.sampleBytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        judge.apply(to: values, &colours, count: count)
        self.colours = colours
    }

    package func apply(
        to source: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, count: Int
    ) {
        let (length, isWide, hasAlpha) = (
            pixels.bytesPerPixel, pixels.sampleBytes == 2, pixels.hasAlpha
        )
        let bands = hasAlpha ? 4 : 3
        colours.withUnsafeBufferPointer { colours in
            for x in 0..<count {
                let pixel = source + x * length
                let value = isWide ? Int(pixel[0]) | Int(pixel[1]) << 8 : Int(pixel[0])
                let target = output + x * bands
                target[0] = colours[3 * value]
                target[1] = colours[3 * value + 1]
                target[2] = colours[3 * value + 2]
                // The last byte of a 16-bit sample is the most significant byte.
                if hasAlpha { target[3] = pixel[length - 1] }
            }
        }
    }
}

/// A conversion to 8-bit sRGB by Little CMS.
private final class LibraryTransform {
    private let pixels: StoredPixels
    private let transform: cmsHTRANSFORM

    init?(
        _ profile: ICCProfile, from pixels: StoredPixels, flags: Int32 = 0
    ) {
        let extra = pixels.hasAlpha ? ZIG_LCMS_EXTRA_SAMPLE : 0
        guard let target = ICCProfile.sRGB,
            let transform = profile.transform(
                pixels.format + extra, to: target, ZIG_LCMS_RGB + extra, flags: flags)
        else { return nil }
        self.pixels = pixels
        self.transform = transform
    }

    deinit { cmsDeleteTransform(transform) }

    package func apply(
        to source: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, count: Int
    ) {
        cmsDoTransform(transform, source, output, UInt32(count))
        guard pixels.hasAlpha else { return }
        // Little CMS skips alpha. The last byte of a 16-bit sample is the most significant byte.
        for x in 0..<count {
            output[4 * x + 3] = source[(x + 1) * pixels.bytesPerPixel - 1]
        }
    }
}

extension StoredPixels {
    /// Little CMS' pixel format for the colours, without alpha.
    fileprivate var format: Int {
        switch (colours, sampleBytes) {
        case (.grey, 1): ZIG_LCMS_GREY
        case (.grey, _): ZIG_LCMS_WIDE_GREY
        case (.rgb, 1): ZIG_LCMS_RGB
        case (.rgb, _): ZIG_LCMS_WIDE_RGB
        case (.cmyk, 1): isInverted ? ZIG_LCMS_INVERTED_CMYK : ZIG_LCMS_CMYK
        case (.cmyk, _): ZIG_LCMS_WIDE_CMYK
        }
    }
}
