internal import ZigguratCore
internal import ZigguratImaging

/// The division of a JPEG into bands, and the rule for when threads decode bands.
///
/// Bands are used if at least ``fewestThreads`` threads decode, and the image has more than
/// ``largestSmall`` pixels and at least ``fewestBands`` bands. With fewer threads, one thread decodes
/// rows fast enough for the others, and the index would only cost time. In a batch, each smaller
/// image has one thread.
struct JPEGBandLayout {
    /// The number of rows in a band.
    let height: Int
    private let size: PixelSize
    private let samples: Int

    static let fewestThreads = 4
    /// The smallest number of threads that scan pieces of a file without restart markers. With fewer
    /// threads, one thread at a time scans fast enough, in 5 % less processor time.
    static let fewestScanningThreads = 9
    private static let largestSmall = 8_000_000
    private static let fewestBands = 8
    /// The number of rows in a band that shares no rows with the band below. Higher bands take more
    /// memory, so that their rows leave the processor's cache before they are encoded.
    private static let usualHeight = 32
    /// The maximum number of bytes in the rows of a band. Each thread has a band in memory.
    private static let mostBytes = 8_000_000
    /// A band has at least this many times the rows that it shares with the band below.
    private static let rowsForExtraRow = 8

    /// - Returns: `nil` if the image is too small, or bands are too large.
    init?(_ index: JPEGBandIndex) {
        (size, samples) = (index.size, index.samples)
        let rowBytes = size.width * samples
        let usual = max(Self.usualHeight, Self.rowsForExtraRow * index.extraRows)
        let steps = min(
            usual.dividedRoundingUp(by: index.rowStep), Self.mostBytes / rowBytes / index.rowStep)
        height = steps * index.rowStep
        guard Self.isLarge(size), steps > 0, count >= Self.fewestBands else { return nil }
    }

    /// Whether an image has enough pixels for bands.
    static func isLarge(_ size: PixelSize) -> Bool { size.pixelCount > largestSmall }

    private var count: Int { size.height.dividedRoundingUp(by: height) }

    var memory: DirectMemory {
        DirectMemory(
            chunkHeight: height, threadBytes: Self.decoderBytes(width: size.width, samples),
            mostThreads: count, fewestThreads: Self.fewestThreads)
    }

    /// Returns the memory of the decoder of one thread: its tables and buffers of 64 KB, two pieces of
    /// the scan, the rows of libjpeg, and rows of CMYK before their conversion, which are longer than
    /// converted rows.
    private static func decoderBytes(width: Int, _ samples: Int) -> Int {
        let inkRows = samples == 4 ? RowChunk.height * width * samples : 0
        return 590_000 + 40 * width * samples / 3 + inkRows
    }
}
