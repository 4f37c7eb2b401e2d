internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// A reader that regularly saves its state. To skip rows, it continues at a saved state.
final class CheckpointedRowReader: WrappingRowReader {
    private let resumable: any ResumableRowReader
    private let checkpoints: ReaderCheckpoints
    private var log: ReaderCheckpointLog?
    private var nextRow = 0
    /// The row from which the next state is saved.
    private var dueRow: Int
    private let interval: Int

    /// The largest number of checkpoints of an image.
    private static let mostCheckpoints = 64

    /// - Parameter interval: the smallest number of rows between checkpoints.
    init(_ reader: any ResumableRowReader, _ checkpoints: ReaderCheckpoints, interval: Int) {
        (resumable, self.checkpoints) = (reader, checkpoints)
        self.interval = max(interval, reader.size.height / Self.mostCheckpoints)
        dueRow = self.interval
    }

    var reader: any RowReader { resumable }

    package func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>)
        throws(ZigguratError)
    {
        if nextRow >= dueRow, let state = resumable.checkpoint() {
            if log == nil { log = try checkpoints.log(after: nil) }
            try log?.append(state, atRow: nextRow)
            dueRow = nextRow + interval
        }
        try reader.read(into: rows)
        nextRow += rows.count
    }

    /// Skips rows from the top.
    func skip(_ count: Int, isWanted: () -> Bool) throws(ZigguratError) {
        let end = nextRow + count
        if let checkpoint = checkpoints.last(notBelow: end), checkpoint.row >= nextRow,
            try resumable.resume(checkpoint.state)
        {
            log = try checkpoints.log(after: checkpoint)
            nextRow = checkpoint.row
        }
        try reader.skip(end - nextRow, isWanted: isWanted)
        nextRow = end
        dueRow = end + interval
    }
}
