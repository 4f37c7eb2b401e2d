internal import ZigguratCore
internal import ZigguratSystem

/// Reads the rows of an image once, from the top.
///
/// Bands are 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha. Samples have 8 bits, or 16 in the
/// machine's byte order. A reader belongs to the thread that reads first.
protocol RowReader: AnyObject {
    var size: PixelSize { get }
    var bands: Int { get }
    var sampleBytes: Int { get }

    /// Fills the next rows; each address has room for width × ``bytesPerPixel`` bytes. The caller asks
    /// for no more rows than are left.
    func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>) throws(ZigguratError)
}

extension RowReader {
    var sampleBytes: Int { 1 }
    var bytesPerPixel: Int { bands * sampleBytes }
}
