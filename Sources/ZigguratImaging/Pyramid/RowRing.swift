internal import ZigguratCore
internal import ZigguratSystem

/// The rows of a level that are in use: row y lies at place y mod `capacity`, never moves, and is
/// not written again before everybody is done with it.
///
/// It is memory and nothing else; who may touch which row when is ``PyramidSchedule``'s to say.
/// That is what makes `@unchecked Sendable` sound: the schedule hands a row to one writer first and
/// to readers after.
final class RowRing: @unchecked Sendable {
    let capacity: Int
    let rowLength: Int
    /// Holds the rows.
    private let memory: RowMemory
    /// The addresses of all places, twice over: so those of rows that follow each other do so, too.
    private let rows: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>>

    /// Bytes that may be touched beyond a row's end: the halving writes whole words.
    private static let slack = 64

    /// How much a ring holds.
    struct Shape {
        /// Bytes of a row.
        let rowLength: Int
        /// Rows.
        let capacity: Int

        /// What such a ring takes in memory.
        var byteCount: Int { stride * capacity }

        /// Bytes from one row to the next.
        fileprivate var stride: Int { (rowLength + RowRing.slack + 63) / 64 * 64 }
    }

    /// A ring with memory of its own.
    convenience init(_ shape: Shape) throws(ZigguratError) {
        self.init(shape, in: try RowMemory(byteCount: shape.byteCount), at: 0)
    }

    private init(_ shape: Shape, in memory: RowMemory, at offset: Int) {
        precondition(shape.rowLength > 0 && shape.capacity > 0)
        self.memory = memory
        capacity = shape.capacity
        rowLength = shape.rowLength
        rows = .allocate(capacity: 2 * capacity)
        let start = memory.start + offset
        for index in 0..<2 * capacity {
            (rows + index).initialize(
                to: (start + index % capacity * shape.stride).assumingMemoryBound(to: UInt8.self))
        }
    }

    /// Rings that share one piece of memory.
    static func rings(_ shapes: [Shape]) throws(ZigguratError) -> [RowRing] {
        let memory = try RowMemory(byteCount: shapes.reduce(0) { $0 + $1.byteCount })
        var offset = 0
        return shapes.map { shape in
            defer { offset += shape.byteCount }
            return RowRing(shape, in: memory, at: offset)
        }
    }

    deinit { rows.deallocate() }

    /// The address of a row of the level.
    func row(_ levelY: Int) -> UnsafeMutablePointer<UInt8> {
        rows[levelY % capacity]
    }

    /// The addresses of rows of the level, at most as many as there is room for.
    func addresses(of levelRows: Range<Int>) -> UnsafeBufferPointer<UnsafeMutablePointer<UInt8>> {
        precondition(levelRows.count <= capacity)
        return UnsafeBufferPointer(
            start: rows + levelRows.lowerBound % capacity, count: levelRows.count)
    }
}
