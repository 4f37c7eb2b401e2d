internal import ZigguratCore
internal import ZigguratSystem

/// A source of which several processes can each read a part: reading begins at any row, and may be
/// limited to some columns.
protocol DivisibleSource: PixelSource {
    /// The number of columns of which parts should begin at a multiple, so that few pixels are decoded
    /// twice; `nil` if only rows can be divided.
    var columnStep: Int? { get }
}

/// A divisible source in blocks.
protocol DivisibleBlockSource: DivisibleSource, BlockSource {
    /// The same image, of which only some columns are read. The rows that a reader fills begin with
    /// the first of them.
    func limited(to columns: Range<Int>) -> any BlockSource
}

/// A divisible source of rows, which skips rows without decoding them.
protocol DivisibleRowReader: DivisibleSource, RowReader {
    /// A new reader, from the top, of some columns.
    func limited(to columns: Range<Int>) -> any RowReader
}

/// A source whose file can leave out parts. All pixels of these parts are equal.
protocol SparseSource: DivisibleBlockSource {
    /// The size in pixels of the blocks that the file can leave out. They begin at the top left.
    var blockSize: PixelSize { get }

    /// Whether the file leaves out everything in a region.
    func isEmpty(_ part: PixelRegion) -> Bool
}
