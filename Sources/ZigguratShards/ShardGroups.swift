/// Divides tasks among shards so that all shards take about equally long.
///
/// Tasks are assigned from the most to the least expensive, each to the shard with the least cost
/// so far.
package enum ShardGroups {
    /// Returns the shard of each task.
    ///
    /// - Parameters:
    ///   - costs: the cost of each task.
    ///   - count: the number of shards, at least 1.
    /// - Returns: the index of the shard of each task, from 0. Equal input gives equal output.
    package static func shards(of costs: [Double], count: Int) -> [Int32] {
        let order = costs.indices.sorted { (costs[$1], $0) < (costs[$0], $1) }
        var groups = [Int32](repeating: 0, count: costs.count)
        var heap = Heap(count: count)
        for index in order { groups[index] = heap.add(costs[index]) }
        return groups
    }

    /// The shards as a binary heap. The first element has the least cost; among equal costs, it has
    /// the lowest index.
    private struct Heap {
        private var items: [(cost: Double, shard: Int32)]

        init(count: Int) {
            items = (0..<count).map { (0, Int32($0)) }
        }

        /// Adds a cost to the shard with the least cost, and returns the index of the shard.
        mutating func add(_ cost: Double) -> Int32 {
            let shard = items[0].shard
            items[0].cost += cost
            var parent = 0
            while true {
                let children = [2 * parent + 1, 2 * parent + 2].filter(items.indices.contains)
                guard let child = children.min(by: { items[$0] < items[$1] }),
                    items[child] < items[parent]
                else { return shard }
                items.swapAt(parent, child)
                parent = child
            }
        }
    }
}
