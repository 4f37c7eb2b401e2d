package import ZigguratCore
internal import ZigguratSystem

/// A source that several processes can share: each process reads some rows and, if possible, only
/// some columns.
package protocol DivisibleSource: PixelSource {
    /// The number of columns at whose multiples parts should begin, so that few pixels are decoded
    /// twice; `nil` if only rows can be divided.
    var columnStep: Int? { get }
}

/// A divisible source that is stored in blocks.
package protocol DivisibleBlockSource: DivisibleSource, BlockSource {
    /// Returns this image, limited to some columns. The rows that a reader fills begin with the
    /// first of these columns.
    func limited(to columns: Range<Int>) -> any BlockSource
}

/// A divisible source of rows. Its readers skip rows without decoding them.
package protocol DivisibleRowReader: DivisibleSource, RowReader {
    /// Returns a new reader from the top, limited to some columns.
    func limited(to columns: Range<Int>) -> any RowReader
}

/// A source whose file need not store all blocks. All pixels that the file does not store are
/// equal.
package protocol SparseSource: DivisibleBlockSource {
    /// The size in pixels of the blocks that the file may omit. The grid of blocks begins at the
    /// top left.
    var blockSize: PixelSize { get }

    /// Whether the file stores no pixel of a region.
    func isEmpty(_ part: PixelRegion) -> Bool
}
