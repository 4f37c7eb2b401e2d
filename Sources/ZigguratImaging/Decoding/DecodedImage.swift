package import ZigguratCore
package import ZigguratSystem

/// An image that a library decodes as a whole, in memory as the library returns it.
package protocol DecodedImage: AnyObject, Sendable {
    var size: PixelSize { get }
    var pixels: StoredPixels { get }
    /// Bits per sample, as the file states them.
    var bits: Int { get }
    /// The number of images in the file.
    var pages: Int { get }
    var embedded: EmbeddedData { get }
    /// Whether the compression is lossless; `nil` if the library does not state it.
    var isLossless: Bool? { get }

    /// Decodes the image.
    ///
    /// - Parameter isWanted: called from time to time, if the library allows it; the answer `false`
    ///   cancels.
    func decode(isWanted: () -> Bool) throws(ZigguratError)

    /// Copies pixels of a row of the decoded image, on any thread.
    ///
    /// - Parameter output: a buffer for as many pixels as there are columns.
    func copy(row: Int, columns: Range<Int>, to output: UnsafeMutablePointer<UInt8>)
}

extension DecodedImage {
    package var isLossless: Bool? { nil }
}

/// Reads the rows of an image that is decoded as a whole before its first row is returned.
final class DecodedRowReader: RowReader {
    package let size: PixelSize
    private let pixels: StoredPixels
    private let image: any DecodedImage
    private var isDecoded = false
    private var rowsRead = 0

    init(_ image: any DecodedImage) {
        self.image = image
        size = image.size
        pixels = image.pixels
    }

    package var bands: Int { pixels.bands }
    package var sampleBytes: Int { pixels.sampleBytes }

    package func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>)
        throws(ZigguratError)
    {
        if !isDecoded { try image.decode { true } }
        isDecoded = true
        for row in rows {
            image.copy(row: rowsRead, columns: 0..<size.width, to: row)
            rowsRead += 1
        }
    }
}
