import Testing
import ZigguratCore
import ZigguratSystem

@testable import ZigguratImaging
@testable import ZigguratSources

/// The differences of samples between direct readers and libvips.
struct Comparison {
    let largest: Int
    let mean: Double

    init(_ ours: [UInt8], _ theirs: [UInt8]) {
        let differences = zip(ours, theirs).map { abs(Int($0) - Int($1)) }
        largest = ours.count == theirs.count ? differences.max() ?? 0 : .max
        mean = Double(differences.reduce(0, +)) / Double(max(1, differences.count))
    }

    /// Compares a source with libvips' reading of the source, or of another file with equal pixels.
    init(
        _ source: SourceImage, with other: SourceImage? = nil, keepsAlpha: Bool = true
    ) throws {
        let ours = try source.makeReading(keepsAlpha: keepsAlpha, background: .white)
        let theirs = try (other ?? source).readThroughVips(
            keepsAlpha: keepsAlpha, background: .white)
        #expect(ours.bands == theirs.bands && ours.sampleBytes == theirs.sampleBytes)
        #expect(ours.size == theirs.size)
        self.init(try RowStrips.samples(of: ours), try RowStrips.samples(of: theirs))
    }

    /// Whether the samples are equal, apart from rounding.
    var isNearlySame: Bool { largest <= 1 && mean <= 0.3 }
}

extension PixelReading {
    /// Whether libvips reads the file, which takes more time and memory.
    var usesLibvips: Bool {
        switch self {
        case .rows(let reader), .stored(let reader, _): reader is VipsRowReader
        case .blocks: false
        }
    }

    /// Whether parts of the image can be read in any order.
    var isRandomAccess: Bool {
        guard case .blocks = self else { return false }
        return true
    }
}
