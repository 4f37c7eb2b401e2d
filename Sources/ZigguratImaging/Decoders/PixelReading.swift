internal import ZigguratCore
internal import ZigguratSystem

/// An image that is being read.
protocol PixelSource: AnyObject {
    var size: PixelSize { get }
    /// 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha.
    var bands: Int { get }
    /// 1, or 2 in the machine's byte order.
    var sampleBytes: Int { get }
}

extension PixelSource {
    var sampleBytes: Int { 1 }
    var bytesPerPixel: Int { bands * sampleBytes }
}

/// A started reading of a source's pixels.
enum PixelReading {
    /// From the top, on one thread.
    case rows(any RowReader)
    /// On any number of threads.
    case blocks(any BlockSource)

    private var source: any PixelSource {
        switch self {
        case .rows(let reader): reader
        case .blocks(let source): source
        }
    }

    var size: PixelSize { source.size }
    var bands: Int { source.bands }
    var sampleBytes: Int { source.sampleBytes }
}
