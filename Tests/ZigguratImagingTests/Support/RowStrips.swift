import ZigguratCore

@testable import ZigguratImaging

/// Reads all rows of a reader.
enum RowStrips {
    /// All rows, in strips of uneven height.
    static func samples(of reader: some RowReader) throws -> [UInt8] {
        let (length, height) = (reader.size.width * reader.bands, reader.size.height)
        var samples = [UInt8](repeating: 0, count: length * height)
        try samples.withUnsafeMutableBufferPointer { samples in
            guard let start = samples.baseAddress else { return }
            var done = 0
            while done < height {
                let count = min(height - done, [16, 1, 5, 16][done % 4])
                let addresses = (done..<done + count).map { start + $0 * length }
                try addresses.withUnsafeBufferPointer { try reader.read(into: $0) }
                done += count
            }
        }
        return samples
    }
}
