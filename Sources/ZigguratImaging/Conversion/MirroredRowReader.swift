internal import CPixels
internal import ZigguratCore
package import ZigguratSystem

/// Mirrors the rows of an image from left to right. The order of the rows is unchanged, so no
/// temporary file is needed.
package final class MirroredRowReader: WrappingRowReader {
    package let reader: any RowReader
    private let row: UnsafeMutablePointer<UInt8>

    package init(_ reader: any RowReader) {
        self.reader = reader
        row = .allocate(capacity: reader.size.width * reader.bytesPerPixel)
    }

    deinit {
        row.deallocate()
    }

    package func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>)
        throws(ZigguratError)
    {
        try reader.read(into: rows)
        for address in rows {
            row.update(from: address, count: size.width * bytesPerPixel)
            zig_mirror_row(row, address, Int32(size.width), Int32(bytesPerPixel))
        }
    }
}
