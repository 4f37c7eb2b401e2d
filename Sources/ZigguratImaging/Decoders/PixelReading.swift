internal import ZigguratCore
internal import ZigguratSystem

/// A started reading of a source's pixels.
enum PixelReading {
    /// From the top, on one thread.
    case rows(any RowReader)
    /// On any number of threads.
    case blocks(any BlockSource)

    var size: PixelSize {
        switch self {
        case .rows(let reader): reader.size
        case .blocks(let source): source.size
        }
    }

    var bands: Int {
        switch self {
        case .rows(let reader): reader.bands
        case .blocks(let source): source.bands
        }
    }

    var sampleBytes: Int {
        switch self {
        case .rows(let reader): reader.sampleBytes
        case .blocks: 1
        }
    }
}
