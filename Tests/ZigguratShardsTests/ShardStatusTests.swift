import Testing

@testable import ZigguratExport
@testable import ZigguratShards
@testable import ZigguratStore

@Suite("Time left of a plan of shards") struct ShardStatusTests {
    /// A shard of the cost 10.
    private func status(
        _ state: ShardStatus.State, exported: Int = 0, upToDate: Int = 0, seconds: Double = 0
    ) -> ShardStatus {
        let result = ShardResult(
            outcome: .done, tasks: "", exported: exported, upToDate: upToDate, failures: [],
            seconds: seconds)
        return ShardStatus(
            number: 1, state: state,
            shard: ShardPlan.Shard(
                images: 4, bands: nil, tiles: nil, bytes: 0, cost: 10, sha256: ""),
            result: state == .done ? result : nil)
    }

    @Test func secondsLeft() {
        let whole = status(.done, exported: 4, seconds: 8)
        let resumed = status(.done, exported: 1, upToDate: 3, seconds: 2)
        let kept = status(.done, upToDate: 4, seconds: 0.1)
        let (missing, running) = (status(.missing), status(.running))
        #expect([whole, missing].secondsLeft == 8)
        #expect([resumed, missing].secondsLeft == 8)
        #expect([whole, resumed, kept, missing].secondsLeft == 8)
        #expect([whole, missing, running, running].secondsLeft == 12)
        #expect([kept, missing].secondsLeft == nil)
        #expect([missing].secondsLeft == nil)
        #expect([whole].secondsLeft == 0)
        let endless = status(.done, exported: 1, seconds: 1e15)
        #expect(([endless] + Array(repeating: missing, count: 20)).secondsLeft == nil)
    }
}
