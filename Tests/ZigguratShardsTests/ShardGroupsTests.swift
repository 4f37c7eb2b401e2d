import Testing

@testable import ZigguratExport
@testable import ZigguratShards
@testable import ZigguratStore

@Suite("Grouping of tasks into shards") struct ShardGroupsTests {
    @Test(
        "The most expensive task goes first, onto the shard with the least cost",
        arguments: [
            ([], 3, []),
            ([1], 1, [0]),
            ([1], 3, [0]),
            ([1, 1, 1, 1], 2, [0, 1, 0, 1]),
            ([1, 2, 3, 4], 2, [0, 1, 1, 0]),
            ([5, 1, 1, 1, 1, 1], 2, [0, 1, 1, 1, 1, 1]),
            ([100, 1, 1, 1], 3, [0, 1, 2, 1]),
            ([7, 6, 5, 4, 3, 2, 1], 3, [0, 1, 2, 2, 1, 0, 0]),
            ([0, 0, 0], 2, [0, 0, 0]),
        ] as [([Double], Int, [Int32])])
    func table(costs: [Double], count: Int, groups: [Int32]) {
        #expect(ShardGroups.shards(of: costs, count: count) == groups)
    }

    /// Graham's bound for this algorithm: 4/3 − 1/(3m) times the optimum.
    @Test func manyTasksAreBalanced() {
        let costs = (1...10_000).map { Double($0 * 7919 % 1009 + 1) }
        let groups = ShardGroups.shards(of: costs, count: 16)
        var loads = [Double](repeating: 0, count: 16)
        for (cost, group) in zip(costs, groups) { loads[Int(group)] += cost }
        let mean = loads.reduce(0, +) / 16
        #expect(loads.allSatisfy { abs($0 - mean) < mean * 0.001 })
        // The negative control: groups in the order of the tasks differ more.
        var blocks = [Double](repeating: 0, count: 16)
        for (index, cost) in costs.sorted().enumerated() { blocks[index / 625] += cost }
        #expect(blocks.contains { abs($0 - mean) > mean * 0.5 })
    }
}
