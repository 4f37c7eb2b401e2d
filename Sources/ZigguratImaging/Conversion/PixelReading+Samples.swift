internal import ZigguratCore
internal import ZigguratSystem

extension PixelReading {
    /// Whether a sample of 8 bits is above a limit in a pixel that is not transparent; `false` if the
    /// image cannot be read that far.
    ///
    /// - Parameters:
    ///   - colourBands: the first bands of a pixel, which are compared. A band after them is alpha.
    ///   - isWanted: asked now and then; an answer of `false` cancels.
    func hasSample(above limit: Int, _ colourBands: Int, _ isWanted: () -> Bool) -> Bool {
        guard let reader = try? makeRowReader() else { return false }
        let rowLength = size.width * bands
        let rows = (0..<RowChunk.height).map { _ in
            UnsafeMutablePointer<UInt8>.allocate(capacity: rowLength)
        }
        defer { for row in rows { row.deallocate() } }
        for top in stride(from: 0, to: size.height, by: rows.count) {
            let part = rows.prefix(size.height - top)
            guard isWanted(), (try? reader.read(part)) != nil else { return false }
            for row in part {
                for x in stride(from: 0, to: rowLength, by: bands)
                where bands == colourBands || row[x + bands - 1] > 0 {
                    for band in x..<x + colourBands where row[band] > limit { return true }
                }
            }
        }
        return false
    }
}
