internal import Glibc
internal import ZigguratCore

/// The rows of a level that are in use: row y lies at place y mod `capacity`, never moves, and is
/// not written again before everybody is done with it.
///
/// It is memory and nothing else; who may touch which row when is ``PyramidSchedule``'s to say.
/// That is what makes `@unchecked Sendable` sound: the schedule hands a row to one writer first and
/// to readers after.
final class RowRing: @unchecked Sendable {
    let capacity: Int
    let rowLength: Int
    private let memory: UnsafeMutableRawPointer
    /// What was mapped; `nil` where the memory comes from the heap.
    private let mappedBytes: Int?
    /// The addresses of all places, twice over: so those of rows that follow each other do so, too.
    private let rows: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>>

    /// Bytes that may be touched beyond a row's end: the halving writes whole words.
    private static let slack = 64
    /// Less comes from the heap: a mapping of its own costs four calls of the system.
    private static let smallestMapping = 64 << 10

    init(rowLength: Int, capacity: Int) throws(ZigguratError) {
        precondition(rowLength > 0 && capacity > 0)
        let stride = Self.stride(rowLength)
        let byteCount = stride * capacity
        mappedBytes = byteCount < Self.smallestMapping ? nil : byteCount
        memory =
            mappedBytes == nil
            ? .allocate(byteCount: byteCount, alignment: 64) : try Self.map(byteCount)
        self.capacity = capacity
        self.rowLength = rowLength
        rows = .allocate(capacity: 2 * capacity)
        for index in 0..<2 * capacity {
            (rows + index).initialize(
                to: (memory + index % capacity * stride).assumingMemoryBound(to: UInt8.self))
        }
    }

    private static func map(
        _ byteCount: Int
    ) throws(ZigguratError) -> UnsafeMutableRawPointer {
        guard
            let memory = mmap(
                nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            memory != MAP_FAILED
        else {
            throw ZigguratError(
                .invalidSource, "",
                "\(byteCount / 1_000_000) MB of memory for its rows cannot be had",
                remedy: "make room, or export with smaller tiles")
        }
        // Large pages make the walk over wide rows cheaper; where there are none nothing is lost.
        madvise(memory, byteCount, MADV_HUGEPAGE)
        // All of it will be written: one call is cheaper than a fault for each page.
        madvise(memory, byteCount, MADV_POPULATE_WRITE)
        return memory
    }

    /// What a ring takes in memory.
    static func byteCount(rowLength: Int, capacity: Int) -> Int { stride(rowLength) * capacity }

    /// Bytes from one row to the next.
    private static func stride(_ rowLength: Int) -> Int { (rowLength + slack + 63) / 64 * 64 }

    deinit {
        if let mappedBytes { munmap(memory, mappedBytes) } else { memory.deallocate() }
        rows.deallocate()
    }

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
