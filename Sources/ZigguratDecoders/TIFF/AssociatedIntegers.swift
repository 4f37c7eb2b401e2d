internal import ZigguratCore
internal import ZigguratImaging

/// Integers of a TIFF that are multiplied by alpha. Opaque pixels have the largest number of the
/// integers' type as alpha. libvips divides only by an alpha from 0 to 255.
enum AssociatedIntegers {
    /// Returns a reader that divides colours by alpha.
    ///
    /// - Parameters:
    ///   - rows: rows of floating-point numbers with alpha.
    ///   - most: the largest number of the integers' type.
    static func divided(_ rows: StoredRows, most: Double) -> StoredRows {
        let (width, bands) = (rows.reader.size.width, rows.pixels.bands)
        // Conversions to integers must not exceed the largest number.
        let (most, limit) = (Float(most), Float(most).nextDown)
        let pixels = StoredPixels(colours: rows.pixels.colours, hasAlpha: true, sampleBytes: 4)
        let reader = ConvertingRowReader(rows.reader, bands: bands, sampleBytes: 4) { row, target in
            row.withMemoryRebound(to: Float.self, capacity: width * bands) { row in
                target.withMemoryRebound(to: Float.self, capacity: width * bands) { target in
                    for start in stride(from: 0, to: width * bands, by: bands) {
                        let last = start + bands - 1
                        let alpha = row[last]
                        for sample in start..<last {
                            target[sample] =
                                alpha > 0 ? min(row[sample] / alpha * most, limit) : 0
                        }
                        target[last] = min(alpha, limit)
                    }
                }
            }
        }
        return (reader, pixels)
    }
}
