import Synchronization
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ZigguratImaging
@testable import ZigguratPyramid

@Suite struct LevelCacheTests {
    private static func key(_ column: Int) -> LevelCache.Key {
        LevelCache.Key(
            image: 1, cell: LevelGrid.Cell(reduction: 2, column: column, row: 0))
    }

    /// A clock that only the tests advance.
    private final class Clock: Sendable {
        private let time = Mutex(ContinuousClock.now)
        var now: ContinuousClock.Instant { time.withLock { $0 } }
        func pass(_ duration: Duration) { time.withLock { $0 += duration } }
    }

    /// Adds a part of one kilobyte that takes the given time to make.
    private static func add(
        _ column: Int, to cache: LevelCache, on clock: Clock, in time: Duration = .milliseconds(1)
    ) throws(ZigguratError) {
        func isWanted() -> Bool { true }
        _ = try cache.part(key(column), isKept: true, isWanted: isWanted) {
            () throws(ZigguratError) in
            clock.pass(time)
            return LevelPart(
                PixelRegion(x: 0, y: 0, width: 32, height: 8),
                try PixelBlock(PixelSize(width: 32, height: 8), bands: 1, sampleBytes: 1))
        }
    }

    @Test func `The cache first removes parts that are quick to make`() throws {
        let clock = Clock()
        let cache = LevelCache(limit: 20_000, threadCount: 1) { clock.now }
        try Self.add(0, to: cache, on: clock, in: .milliseconds(20))
        for column in 1..<100 { try Self.add(column, to: cache, on: clock) }
        #expect(cache.holds(Self.key(0)))
        #expect((1..<80).filter { cache.holds(Self.key($0)) }.count < 15)
        // A part larger than half of the limit is not kept.
        let small = LevelCache(limit: 1000, threadCount: 1)
        try Self.add(0, to: small, on: clock)
        #expect(!small.holds(Self.key(0)))
    }

    @Test func `A stored part is read again, and other bytes are rejected`() throws {
        let cell = PixelRegion(x: 512, y: 1024, width: 300, height: 200)
        let block = try PixelBlock(PixelSize(width: 20, height: 10), bands: 3, sampleBytes: 2)
        for y in 0..<10 {
            for x in 0..<120 { block.row(y)[x] = UInt8(truncatingIfNeeded: 7 * x + y) }
        }
        let region = PixelRegion(x: 600, y: 1030, width: 20, height: 10)
        let bytes = LevelPart(region, block).storedBytes(in: cell)
        let part = try LevelPart(stored: bytes, in: cell)
        #expect(part?.region == region && part?.block.storedBytes == block.storedBytes)
        let table: [[UInt8]] = [
            [], [1], Array(bytes.prefix(16)), Array(bytes.prefix(18)), bytes.dropLast(),
            bytes + [0], [0xff, 0xff] + bytes.dropFirst(2), Array(repeating: 0, count: 700),
            Array(repeating: 255, count: 700),
        ]
        for wrong in table { #expect(try LevelPart(stored: wrong, in: cell) == nil) }
    }
}
