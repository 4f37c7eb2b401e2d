import Foundation
import Synchronization
import Testing
import ZigguratImaging
import ZigguratSystem

@testable import ZigguratExport

@Suite struct SharedWorkTests {
    /// A value that threads share.
    private final class Shared<Value: Sendable>: Sendable {
        private let locked: Mutex<Value>

        init(_ value: Value) { locked = Mutex(value) }

        var value: Value { locked.withLock { $0 } }

        @discardableResult
        func change(_ body: (inout Value) -> Void) -> Value {
            locked.withLock { value in
                body(&value)
                return value
            }
        }
    }

    /// Runs a closure on some threads, which begin one after the other.
    ///
    /// - Returns: the group that the threads leave.
    private static func begin(
        _ count: Int, every seconds: Double, _ body: @escaping @Sendable (Int) -> Void
    ) -> DispatchGroup {
        let group = DispatchGroup()
        for number in 0..<count {
            group.enter()
            Thread {
                body(number)
                group.leave()
            }.start()
            Thread.sleep(forTimeInterval: seconds)
        }
        return group
    }

    @Test func `Equal requests at the same time are computed once`() {
        let work = SharedWork(limit: 2)
        let (made, sum) = (Shared(0), Shared(0))
        let group = Self.begin(12, every: 0) { _ in
            let value = try? work.run("a", isWanted: { true }) {
                nil
            } make: { _ throws(ZigguratError) in
                made.change { $0 += 1 }
                Thread.sleep(forTimeInterval: 0.4)
                return 7
            }
            sum.change { $0 += value ?? 0 }
        }
        group.wait()
        #expect(made.value == 1 && sum.value == 12 * 7)
        // A later request is computed again.
        let later = Self.begin(1, every: 0) { _ in
            let value = try? work.run("a", isWanted: { true }) {
                nil
            } make: { _ throws(ZigguratError) in
                8
            }
            sum.change { $0 = value ?? 0 }
        }
        later.wait()
        #expect(sum.value == 8)
    }

    @Test func `A limited number of tasks runs at a time, in the order of the requests`() {
        let work = SharedWork(limit: 2)
        let (running, most, order) = (Shared(0), Shared(0), Shared<[Int]>([]))
        let group = Self.begin(10, every: 0.01) { number in
            _ = try? work.run("\(number)", isWanted: { true }) {
                nil
            } make: { _ throws(ZigguratError) in
                let count = running.change { $0 += 1 }
                most.change { $0 = max($0, count) }
                order.change { $0.append(number) }
                Thread.sleep(forTimeInterval: 0.06)
                running.change { $0 -= 1 }
                return number
            }
        }
        group.wait()
        #expect(most.value == 2)
        // Of two that begin together, either can note its number first.
        let isOrdered = zip(order.value, 0..<10).allSatisfy { abs($0 - $1) <= 1 }
        #expect(isOrdered && order.value.count == 10, "\(order.value)")
    }

    @Test(arguments: [true, false])
    func `Work is cancelled when its last client leaves`(secondStays: Bool) {
        let work = SharedWork(limit: 1)
        let (stays, isCancelled) = (Shared([true, true]), Shared(false))
        let group = Self.begin(2, every: 0.05) { number in
            _ = try? work.run("a", isWanted: { stays.value[number] }) {
                nil
            } make: { isWanted throws(ZigguratError) in
                for _ in 0..<40 {
                    Thread.sleep(forTimeInterval: 0.02)
                    guard !isWanted() else { continue }
                    isCancelled.change { $0 = true }
                    throw ZigguratError(Cancelled())
                }
                return 1
            }
        }
        stays.change { $0 = [false, secondStays] }
        group.wait()
        #expect(isCancelled.value == !secondStays)
    }
}
