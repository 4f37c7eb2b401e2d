internal import ZigguratCore
internal import ZigguratSystem

/// An image that is being read.
protocol PixelSource: AnyObject {
    var size: PixelSize { get }
    /// 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha; stored pixels can have others.
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
    /// The same, of stored rows; any number of threads can convert them.
    case stored(any RowReader, RowConversion)
    /// On any number of threads.
    case blocks(any BlockSource)

    /// A reading of stored rows.
    init(_ reader: any RowReader, _ conversion: RowConversion) {
        self = conversion.isEmpty ? .rows(reader) : .stored(reader, conversion)
    }

    private var source: any PixelSource {
        switch self {
        case .rows(let reader), .stored(let reader, _): reader
        case .blocks(let source): source
        }
    }

    var size: PixelSize { source.size }
    var bands: Int { conversion?.outputBands ?? source.bands }
    var sampleBytes: Int { conversion?.outputSampleBytes ?? source.sampleBytes }

    /// A reader of converted rows for one thread.
    func makeRowReader() throws(ZigguratError) -> any RowReader {
        switch self {
        case .rows(let reader): reader
        case .stored(let reader, let conversion): ConvertingRowReader(reader, conversion)
        case .blocks(let source): try BlockRowReader(source)
        }
    }

    /// How threads read the image; `nil` if one thread reads rows.
    var chunks: BlockChunks? {
        if case .blocks(let source) = self { source.chunks } else { nil }
    }

    /// How stored rows are converted.
    var conversion: RowConversion? {
        if case .stored(_, let conversion) = self { conversion } else { nil }
    }
}
