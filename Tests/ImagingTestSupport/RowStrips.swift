import ZigguratCore
import ZigguratSystem

@testable import ZigguratImaging
@testable import ZigguratSources

/// Reads all rows of a reader.
enum RowStrips {
    /// The reader of a source; `nil` if the source is read in blocks.
    static func reader(
        of source: SourceImage, keepsAlpha: Bool = true
    ) throws -> (any RowReader)? {
        let reading = try source.makeReading(keepsAlpha: keepsAlpha, background: .white)
        return switch reading {
        case .rows(let reader), .stored(let reader, _): reader
        case .blocks: nil
        }
    }

    /// All rows of a reading, converted.
    static func samples(of reading: PixelReading) throws -> [UInt8] {
        if case .blocks(let source) = reading { return try samples(of: source) }
        return try samples(of: reading.makeRowReader())
    }

    /// All rows of a source of blocks. Two readers alternately read the parts, and the chunks are
    /// read in reverse order.
    static func samples(of source: some BlockSource) throws -> [UInt8] {
        let (length, height) = (source.size.width * source.bytesPerPixel, source.size.height)
        let readers = [try source.makeReader(), try source.makeReader()]
        var samples = [UInt8](repeating: 0, count: length * height)
        try samples.withUnsafeMutableBufferPointer { samples in
            guard let start = samples.baseAddress else { return }
            for number in (0..<source.chunks.count(of: height)).reversed() {
                let rows = source.chunks.rows(number, of: height)
                let addresses = rows.map { start + $0 * length }
                for part in 0..<source.chunks.parts {
                    try addresses.withUnsafeBufferPointer {
                        try readers[part % 2].read(rows, part: part, into: $0)
                    }
                }
            }
        }
        return samples
    }

    /// All rows, in strips of uneven height.
    static func samples(of reader: some RowReader) throws -> [UInt8] {
        let (length, height) = (reader.size.width * reader.bytesPerPixel, reader.size.height)
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
