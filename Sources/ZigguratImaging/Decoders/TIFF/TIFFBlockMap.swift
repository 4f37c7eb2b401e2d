internal import CImageFormats
internal import ZigguratCore
internal import ZigguratSystem

/// Which blocks of the first image of a TIFF have bytes. Programs such as GDAL leave out blocks
/// without content: their byte count is 0.
struct TIFFBlockMap: Sendable {
    private let blocksAcross: Int
    /// A bit for each block.
    private let marks: [UInt64]

    /// - Parameters:
    ///   - blockCount: the number of blocks of a plane.
    ///   - isTiled: whether blocks are tiles.
    /// - Returns: `nil` if the file does not have the byte counts of all blocks.
    init?(_ path: String, isTiled: Bool, blocksAcross: Int, blockCount: Int) {
        // Source: TIFF 6.0, StripByteCounts and TileByteCounts.
        guard let file = try? SourceFile(path: path), let directory = TIFFDirectory(file),
            let place = directory.place(of: isTiled ? 325 : 279), blockCount > 0,
            place.count >= blockCount, place.count.isMultiple(of: blockCount),
            place.count <= file.byteCount / place.valueBytes
        else { return nil }
        var marks = [UInt64](repeating: 0, count: blockCount.dividedRoundingUp(by: 64))
        var read = 0
        directory.read(place) { first, values in
            let count = values.count / place.valueBytes
            values.withUnsafeBufferPointer { bytes in
                guard let start = bytes.baseAddress else { return }
                zig_tiff_mark_blocks(
                    start, count, Int32(place.valueBytes), first, blockCount, &marks)
            }
            read += count
        }
        guard read == place.count else { return nil }
        self.blocksAcross = blocksAcross
        self.marks = marks
    }

    /// Whether no block in a part of the grid of blocks has bytes.
    func isEmpty(columns: Range<Int>, rows: Range<Int>) -> Bool {
        rows.allSatisfy { row in
            isEmpty(
                row * blocksAcross + columns.lowerBound..<row * blocksAcross + columns.upperBound)
        }
    }

    private func isEmpty(_ blocks: Range<Int>) -> Bool {
        guard !blocks.isEmpty else { return true }
        let (first, last) = (blocks.lowerBound / 64, (blocks.upperBound - 1) / 64)
        for word in first...last {
            var mask = UInt64.max
            if word == first { mask &= .max << UInt64(blocks.lowerBound % 64) }
            if word == last { mask &= .max >> UInt64(63 - (blocks.upperBound - 1) % 64) }
            if marks[word] & mask != 0 { return false }
        }
        return true
    }
}
