package import ZigguratCore
package import ZigguratSystem

/// Reads the rows of a region of an image, from the top.
final class CroppedRowReader: RowReader {
    private let reader: any RowReader
    private let region: PixelRegion
    /// Row buffers as wide as the image.
    private let rows: [UnsafeMutablePointer<UInt8>]

    /// Creates a reader and skips the rows above the region.
    ///
    /// - Parameters:
    ///   - region: the region; it lies within the image.
    ///   - isWanted: called from time to time; returns `false` to cancel.
    init(
        _ reader: any RowReader, _ region: PixelRegion, isWanted: () -> Bool
    ) throws(ZigguratError) {
        self.reader = reader
        self.region = region
        let length = reader.size.width * reader.bytesPerPixel
        let rows = (0..<RowChunk.height).map { _ in
            UnsafeMutablePointer<UInt8>.allocate(capacity: length)
        }
        self.rows = rows
        if region.y > 0 { try reader.skip(region.y, isWanted: isWanted) }
    }

    deinit {
        for row in rows { row.deallocate() }
    }

    package var size: PixelSize { region.size }
    package var bands: Int { reader.bands }
    package var sampleBytes: Int { reader.sampleBytes }

    package func read(into targets: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>)
        throws(ZigguratError)
    {
        if region.width == reader.size.width { return try reader.read(into: targets) }
        for start in stride(from: 0, to: targets.count, by: rows.count) {
            let part = rows.prefix(targets.count - start)
            try reader.read(part)
            for (index, row) in part.enumerated() {
                targets[start + index].update(
                    from: row + region.x * bytesPerPixel, count: region.width * bytesPerPixel)
            }
        }
    }
}

extension PixelReading {
    /// Returns a reading of a region.
    ///
    /// - Parameter isWanted: called from time to time; returns `false` to cancel.
    package func cropped(
        to region: PixelRegion, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading {
        switch self {
        case .rows(let reader):
            .rows(try reader.cropped(to: region, isWanted: isWanted))
        case .stored(let reader, let conversion):
            .stored(try reader.cropped(to: region, isWanted: isWanted), conversion)
        // Decoders of blocks skip the blocks outside the region.
        case .blocks: self
        }
    }
}

extension RowReader {
    /// Returns a reader of a region. If the decoder can skip columns, the columns outside are
    /// skipped.
    fileprivate func cropped(
        to region: PixelRegion, isWanted: () -> Bool
    ) throws(ZigguratError) -> any RowReader {
        guard let divisible = self as? any DivisibleRowReader, divisible.columnStep != nil else {
            return try CroppedRowReader(self, region, isWanted: isWanted)
        }
        let columns = divisible.limited(to: region.columns)
        return try CroppedRowReader(
            columns,
            PixelRegion(x: 0, y: region.y, width: region.width, height: region.height),
            isWanted: isWanted)
    }
}
