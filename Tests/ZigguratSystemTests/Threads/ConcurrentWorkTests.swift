import Testing
import ZigguratSystem

@Suite struct ConcurrentWorkTests {
    @Test(arguments: [0, 1, 2, 1000], [1, 2, 7])
    func `Concurrent results keep their order`(count: Int, threads: Int) {
        let squares = ConcurrentWork.map(below: count, threads: threads) { $0 * $0 }
        #expect(squares == (0..<count).map { $0 * $0 })
    }
}
