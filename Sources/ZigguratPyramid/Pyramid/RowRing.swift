internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The rows of a level in memory. Row y is at index y mod `capacity`. A row never moves, and is not
/// overwritten while a thread uses it.
///
/// `@unchecked Sendable`: ``PyramidSchedule`` decides which thread uses which row. Each row has one
/// writer first and only readers afterwards.
final class RowRing: @unchecked Sendable {
    let capacity: Int
    let rowLength: Int
    /// The memory of the rows.
    private let memory: RowMemory
    /// The addresses of all rows, twice in succession, so that addresses of consecutive rows are
    /// adjacent.
    private let rows: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>>

    /// The number of bytes after a row that halving may overwrite, because it writes whole words.
    private static let slack = 64
    /// The offset of the first row. At multiples of 16 or 32 bytes, libjpeg-turbo would bypass the
    /// caches. Halving, conversion and encoding read the rows soon afterwards from the caches.
    private static let start = 8

    /// The size of a ring.
    struct Shape {
        /// The bytes of a row.
        let rowLength: Int
        /// The number of rows.
        let capacity: Int

        /// The size in memory, in bytes.
        var byteCount: Int { stride * capacity }

        /// The distance from one row to the next, in bytes.
        fileprivate var stride: Int {
            (RowRing.start + rowLength + RowRing.slack + 63) / 64 * 64
        }
    }

    /// Creates a ring with its own memory.
    convenience init(_ shape: Shape) throws(ZigguratError) {
        self.init(shape, in: try RowMemory(byteCount: shape.byteCount), at: 0)
    }

    private init(_ shape: Shape, in memory: RowMemory, at offset: Int) {
        precondition(shape.rowLength > 0 && shape.capacity > 0)
        self.memory = memory
        capacity = shape.capacity
        rowLength = shape.rowLength
        rows = .allocate(capacity: 2 * capacity)
        let start = memory.start + offset + Self.start
        for index in 0..<2 * capacity {
            (rows + index).initialize(
                to: (start + index % capacity * shape.stride).assumingMemoryBound(to: UInt8.self))
        }
    }

    /// Creates several rings in one piece of memory.
    static func rings(_ shapes: [Shape]) throws(ZigguratError) -> [RowRing] {
        let memory = try RowMemory(byteCount: shapes.reduce(0) { $0 + $1.byteCount })
        var offset = 0
        return shapes.map { shape in
            defer { offset += shape.byteCount }
            return RowRing(shape, in: memory, at: offset)
        }
    }

    deinit { rows.deallocate() }

    /// Returns the address of a row of the level.
    func row(_ levelY: Int) -> UnsafeMutablePointer<UInt8> {
        rows[levelY % capacity]
    }

    /// Returns the addresses of consecutive rows, at most `capacity`.
    func addresses(of levelRows: Range<Int>) -> UnsafeBufferPointer<UnsafeMutablePointer<UInt8>> {
        precondition(levelRows.count <= capacity)
        return UnsafeBufferPointer(
            start: rows + levelRows.lowerBound % capacity, count: levelRows.count)
    }
}
