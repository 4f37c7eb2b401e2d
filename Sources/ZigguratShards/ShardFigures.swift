internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratImaging
internal import ZigguratStore
internal import ZigguratSystem

/// The costs, tiles, sizes and checksums of the images of a plan, in order.
struct ShardFigures {
    private(set) var costs: [Double] = []
    private(set) var tiles: [Int] = []
    package private(set) var bytes: [Int] = []
    /// The checksums; empty if they are not recorded.
    private(set) var checksums: [SHA256.Digest] = []
    /// The indexes of the images with unreadable headers, and the error of the first such image.
    private(set) var unreadable: (indexes: Set<Int>, first: ZigguratError?) = ([], nil)

    /// The number of bytes between two progress reports. A larger file delays a report.
    private static let bytesAtOnce = 1 << 28

    /// Reads the sizes of the images and estimates their costs.
    ///
    /// - Throws: ``ShardPlanner/Failures`` for missing images, invalid names, or a cancellation.
    init(
        of entries: [BatchList.Entry], by planner: ShardPlanner,
        _ progress: (ShardPlanner.Progress) -> Void
    ) throws(ShardPlanner.Failures) {
        var failures: [ZigguratError] = []
        let threads = planner.exporter.options.threadCount
        // An image takes only microseconds if its header is not read.
        let step = planner.basis == .headers ? 1 << 9 : 1 << 14
        for start in stride(from: 0, to: entries.count, by: step) {
            progress(.images(done: start, count: entries.count))
            let chunk = entries[start...].prefix(step)
            let estimates = ConcurrentWork.map(below: chunk.count, threads: threads) { offset in
                Result { () throws(ZigguratError) in
                    try planner.estimate(of: chunk[start + offset])
                }
            }
            if planner.cancellation.isCancelled { throw .cancelled }
            for (offset, estimate) in estimates.enumerated() {
                do throws(ZigguratError) {
                    let estimate = try estimate.get()
                    costs.append(estimate.cost.cost)
                    tiles.append(estimate.cost.tiles ?? 0)
                    bytes.append(estimate.bytes)
                    guard let failure = estimate.failure else { continue }
                    unreadable.indexes.insert(start + offset)
                    unreadable.first = unreadable.first ?? failure
                } catch {
                    failures.append(error)
                }
            }
        }
        guard failures.isEmpty else { throw ShardPlanner.Failures(errors: failures) }
    }

    /// Computes the checksums of the images.
    mutating func computeChecksums(
        of entries: [BatchList.Entry], threads: Int, _ cancellation: Cancellation,
        _ progress: (ShardPlanner.Progress) -> Void
    ) throws(ShardPlanner.Failures) {
        let total = bytes.reduce(0, +)
        var (start, done) = (0, 0)
        while start < entries.count {
            progress(.bytes(done: done, count: total))
            var (end, size) = (start + 1, bytes[start])
            while end < entries.count, size + bytes[end] <= Self.bytesAtOnce {
                size += bytes[end]
                end += 1
            }
            let chunk = entries[start..<end]
            let sums = ConcurrentWork.map(below: chunk.count, threads: threads) { offset in
                Result { () throws(ZigguratError) in
                    try SHA256.digest(ofFile: chunk[chunk.startIndex + offset].path) {
                        cancellation.isCancelled
                    }.digest
                }
            }
            if cancellation.isCancelled { throw .cancelled }
            do throws(ZigguratError) {
                for sum in sums { checksums.append(try sum.get()) }
            } catch {
                throw ShardPlanner.Failures(errors: [error])
            }
            (start, done) = (end, done + size)
        }
    }

    /// Returns notes on unreadable headers, large images and empty shards.
    func notes(
        on entries: [BatchList.Entry], _ division: ShardDivision, shards count: Int
    ) -> [ExportNote] {
        var notes: [ExportNote] = []
        if let first = unreadable.indexes.min(), let error = unreadable.first {
            notes.append(
                .unreadableHeaders(
                    image: entries[first].path, error, count: unreadable.indexes.count))
        }
        func largest(_ images: [Int]) -> Int? { images.max { costs[$0] < costs[$1] } }
        for reason in ExportNote.UndividedReason.allCases {
            let images = division.undivided.filter { $0.value == reason }.map(\.key)
            guard let first = largest(images) else { continue }
            notes.append(.undivided(reason, image: entries[first].path, count: images.count))
        }
        guard division.parts.count >= count else {
            return notes + [.emptyShards(count - division.parts.count)]
        }
        let large = largerThanShare(of: count).filter {
            division.bands[$0] == nil && division.undivided[$0] == nil
        }
        if let first = largest(large) {
            notes.append(.largerThanShard(image: entries[first].path, count: large.count))
        }
        return notes
    }

    /// Returns the images that take longer than an equal share of all work.
    func largerThanShare(of count: Int) -> [Int] {
        let share = costs.reduce(0, +) / Double(count)
        return costs.indices.filter {
            count > 1 && costs[$0] > share && !unreadable.indexes.contains($0)
        }
    }
}
