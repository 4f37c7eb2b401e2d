internal import CPixels
internal import ZigguratCore
internal import ZigguratSystem

/// A search through all rows of an image. Any thread examines a row. The search then takes the rows
/// in order, from the top.
protocol RowSearch: Sendable {
    /// The result of examining a row.
    associatedtype Summary: Sendable

    /// Examines the colour samples of a row. Several threads call this at once.
    ///
    /// - Parameter count: the number of samples.
    func examine(_ row: UnsafeRawPointer, count: Int) -> Summary

    /// Takes the next row.
    ///
    /// - Returns: `false` if further rows cannot change the result.
    mutating func take(_ row: UnsafeRawPointer, count: Int, _ summary: Summary) -> Bool
}

/// Finds the largest 16-bit sample. Ends at the first sample that needs more than a number of bits.
struct LargestSampleSearch: RowSearch {
    private(set) var largest = 0
    private let limit: Int
    private let missing: Int32

    /// - Parameters:
    ///   - limit: a sample at which the search ends.
    ///   - missing: the value of pixels without data; `nil` if no value marks such pixels.
    init(endingAt limit: Int, missing: Double?) {
        self.limit = limit
        self.missing = missing.flatMap { UInt16(exactly: $0) }.map { Int32($0) } ?? -1
    }

    func examine(_ row: UnsafeRawPointer, count: Int) -> Int {
        Int(zig_largest_wide(row.assumingMemoryBound(to: UInt16.self), Int32(count), missing))
    }

    mutating func take(_ row: UnsafeRawPointer, count: Int, _ summary: Int) -> Bool {
        largest = max(largest, summary)
        return largest < limit
    }
}

/// Finds the least and the largest number of an image, and samples every n-th of its numbers.
/// Infinite numbers, NaN and the value of pixels without data do not count.
struct NumberSearch: RowSearch {
    struct Summary: Sendable {
        var count = 0
        var least = Float.infinity
        var most = -Float.infinity
    }

    /// The least and the largest number; infinite without a number.
    private(set) var least = Float.infinity
    private(set) var most = -Float.infinity
    private var numbers: [Float] = []
    private let isFloat: Bool
    private let missing: Float
    private let step: Int
    /// The numbers before the next one that is picked.
    private var skipped = 0

    /// The largest number of values for quantiles. In a larger image, every n-th sample counts.
    private static let sampleLimit = 1 << 20
    /// The memory of the picked numbers while they are sorted, in bytes.
    static let mostBytes = 3 * 2 * sampleLimit * MemoryLayout<Float>.stride

    /// - Parameters:
    ///   - sampleCount: the number of the image's colour samples.
    ///   - isFloat: whether rows consist of floating-point numbers, not of 16-bit samples.
    ///   - missing: the value of pixels without data; `nil` if no value marks such pixels.
    init(sampleCount: Int, isFloat: Bool, missing: Double?) {
        self.isFloat = isFloat
        self.missing = missing.map { Float($0) } ?? .nan
        step = max(1, sampleCount / Self.sampleLimit)
    }

    func examine(_ row: UnsafeRawPointer, count: Int) -> Summary {
        var summary = Summary()
        let valid =
            isFloat
            ? zig_scan_numbers(
                row.assumingMemoryBound(to: Float.self), Int32(count), missing, &summary.least,
                &summary.most)
            : zig_scan_wide_numbers(
                row.assumingMemoryBound(to: UInt16.self), Int32(count), missing, &summary.least,
                &summary.most)
        summary.count = Int(valid)
        return summary
    }

    mutating func take(_ row: UnsafeRawPointer, count: Int, _ summary: Summary) -> Bool {
        least = min(least, summary.least)
        most = max(most, summary.most)
        let length = numbers.count
        let room = max(0, summary.count - skipped).dividedRoundingUp(by: step)
        guard room > 0 else {
            skipped -= summary.count
            return true
        }
        numbers.append(contentsOf: repeatElement(0, count: room))
        numbers.withUnsafeMutableBufferPointer { numbers in
            guard let start = numbers.baseAddress else { return }
            if isFloat {
                zig_pick_numbers(
                    row.assumingMemoryBound(to: Float.self), Int32(count), Int32(summary.count),
                    missing, step, &skipped, start + length)
            } else {
                zig_pick_wide_numbers(
                    row.assumingMemoryBound(to: UInt16.self), Int32(count), Int32(summary.count),
                    missing, step, &skipped, start + length)
            }
        }
        return true
    }

    /// Returns the picked numbers, the least first.
    func sorted() -> [Float] {
        guard !numbers.isEmpty else { return [] }
        var (sorted, scratch) = (numbers, numbers)
        zig_sort_numbers(&sorted, &scratch, Int32(sorted.count))
        return sorted
    }
}

extension PixelReading {
    /// Passes all rows to a search. Ends at the first row that cannot be read.
    ///
    /// - Parameters:
    ///   - threadCount: the largest number of threads, including the calling thread.
    ///   - isWanted: called from time to time; returns `false` to cancel.
    /// - Returns: the search after its last row.
    func searched<Search: RowSearch>(
        by search: Search, threads threadCount: Int, isWanted: () -> Bool
    ) throws(ZigguratError) -> Search {
        if case .blocks(let source) = self {
            return try ChunkSearch(source, search, threads: threadCount).run(isWanted: isWanted)
        }
        var search = search
        let reader = try makeRowReader()
        let sampleCount = size.width * bands
        let rows = (0..<RowChunk.height).map { _ in
            UnsafeMutablePointer<UInt8>.allocate(capacity: sampleCount * sampleBytes)
        }
        defer { for row in rows { row.deallocate() } }
        for top in stride(from: 0, to: size.height, by: rows.count) {
            guard isWanted() else { throw ZigguratError(Cancelled()) }
            let part = rows.prefix(size.height - top)
            guard (try? reader.read(part)) != nil else { return search }
            for row in part {
                let summary = search.examine(row, count: sampleCount)
                guard search.take(row, count: sampleCount, summary) else { return search }
            }
        }
        return search
    }
}
