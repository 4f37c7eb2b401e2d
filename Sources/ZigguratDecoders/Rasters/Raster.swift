internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// An image in a file of a simple format, read once, row by row from the top.
protocol Raster: AnyObject {
    var size: PixelSize { get }
    var pixels: StoredPixels { get }
    /// The bits per sample that the file states. Samples with more than 8 bits are scaled to 16
    /// bits.
    var bits: Int { get }
    /// The bytes that are held in memory because rows cannot be read one by one; `nil` if they can.
    var heldBytes: Int? { get }
    var embedded: EmbeddedData { get }
    /// Whether some programs write files of the format with an unused alpha channel of 0.
    var alphaMayBeUnused: Bool { get }
    /// The offset in the file at which the last row ends; `nil` if the header does not state it.
    var end: Int? { get }

    /// Fills a row with pixels.
    ///
    /// - Parameter y: the row: 0 in the first call, and one more in each further call.
    /// - Throws: ``MissingRow`` if the file ends before the row does, or if the row is damaged.
    func readRow(_ y: Int, into row: UnsafeMutablePointer<UInt8>) throws(MissingRow)
}

/// The file has no data, or damaged data, for a row.
struct MissingRow: Error {
    /// Whether the data of the row is damaged; `false` if the data is missing.
    var isDamaged = false
}

/// The error in a header that this program reads itself. The raw values are messages that
/// ``LibraryReport`` recognises.
enum HeaderError: String {
    case size = "invalid dimensions"
    case field = "invalid header attribute"

    var error: ZigguratError {
        ZigguratError(SourceError.invalidHeader, cause: .library(rawValue))
    }
}

extension Raster {
    package var bits: Int { 8 * pixels.sampleBytes }
    package var heldBytes: Int? { nil }
    var embedded: EmbeddedData { EmbeddedData() }
    package var end: Int? { nil }
    var alphaMayBeUnused: Bool { false }

    package var rowBytes: Int { size.width * pixels.bytesPerPixel }
}

/// Reads the rows of a raster.
final class RasterRowReader: RowReader {
    private let raster: any Raster
    private let file: SourceFile
    private let fillsMissing: Bool
    private var rowsRead = 0

    init(_ raster: any Raster, of file: SourceFile, fillsMissing: Bool) {
        self.raster = raster
        self.file = file
        self.fillsMissing = fillsMissing
    }

    package var size: PixelSize { raster.size }
    package var bands: Int { raster.pixels.bands }
    package var sampleBytes: Int { raster.pixels.sampleBytes }

    package func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>)
        throws(ZigguratError)
    {
        for row in rows {
            // A damaged row keeps the pixels that are decoded.
            if fillsMissing { row.update(repeating: 0, count: raster.rowBytes) }
            do throws(MissingRow) {
                try raster.readRow(rowsRead, into: row)
            } catch {
                guard fillsMissing else {
                    throw ZigguratError(
                        error.isDamaged
                            ? SourceError.invalidData(row: rowsRead)
                            : .truncated(row: rowsRead, of: size.height), file.path)
                }
            }
            rowsRead += 1
        }
    }
}

/// A raster without its alpha channel, which is the last sample of a pixel.
final class OpaqueRaster: Raster {
    private let raster: any Raster
    package let pixels: StoredPixels

    init(_ raster: any Raster) {
        self.raster = raster
        pixels = StoredPixels(
            colours: raster.pixels.colours, sampleBytes: raster.pixels.sampleBytes)
    }

    package var size: PixelSize { raster.size }
    package var bits: Int { raster.bits }
    package var heldBytes: Int? { raster.heldBytes }
    var embedded: EmbeddedData { raster.embedded }
    package var end: Int? { raster.end }

    func readRow(_ y: Int, into row: UnsafeMutablePointer<UInt8>) throws(MissingRow) {
        let stored = UnsafeMutablePointer<UInt8>.allocate(capacity: raster.rowBytes)
        defer { stored.deallocate() }
        try raster.readRow(y, into: stored)
        let (whole, part) = (raster.pixels.bytesPerPixel, pixels.bytesPerPixel)
        for x in 0..<size.width {
            (row + x * part).update(from: stored + x * whole, count: part)
        }
    }
}

/// The decoded rows of an image that is decoded as a whole before its first row is read.
struct HeldRows {
    private var bytes: [UInt8] = []

    /// Copies a row.
    ///
    /// - Parameters:
    ///   - y: the number of the row in stored order.
    ///   - decode: decodes the image. Called only if the image is not decoded yet.
    package mutating func copy(
        _ y: Int, of length: Int, to row: UnsafeMutablePointer<UInt8>, decode: () -> [UInt8]
    ) throws(MissingRow) {
        if bytes.isEmpty { bytes = decode() }
        guard bytes.count >= (y + 1) * length else { throw MissingRow() }
        bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return }
            row.update(from: start + y * length, count: length)
        }
    }
}
