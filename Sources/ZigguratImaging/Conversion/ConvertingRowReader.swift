package import ZigguratCore
package import ZigguratSystem

/// Reads stored rows and converts them on the reading thread.
package final class ConvertingRowReader: RowReader {
    private let reader: any RowReader
    private let conversion: RowConversion
    private let rows: [UnsafeMutablePointer<UInt8>]

    package init(_ reader: any RowReader, _ conversion: RowConversion) {
        self.reader = reader
        self.conversion = conversion
        let length = reader.size.width * conversion.pixels.bytesPerPixel
        rows = (0..<RowChunk.height).map { _ in .allocate(capacity: length) }
    }

    deinit {
        for row in rows { row.deallocate() }
    }

    package var size: PixelSize { reader.size }
    package var bands: Int { conversion.outputBands }
    package var sampleBytes: Int { conversion.outputSampleBytes }

    package func read(into targets: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>)
        throws(ZigguratError)
    {
        for start in stride(from: 0, to: targets.count, by: rows.count) {
            let count = min(rows.count, targets.count - start)
            try reader.read(rows[..<count])
            for index in 0..<count {
                conversion.convert(rows[index], to: targets[start + index], count: size.width)
            }
        }
    }
}

extension RowReader {
    /// Fills the next rows.
    package func read(_ rows: ArraySlice<UnsafeMutablePointer<UInt8>>) throws(ZigguratError) {
        try rows.withUnsafeBufferPointer { rows in
            Result { () throws(ZigguratError) in try read(into: rows) }
        }.get()
    }
}
