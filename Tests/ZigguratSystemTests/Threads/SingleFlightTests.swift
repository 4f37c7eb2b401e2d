import Foundation
import Synchronization
import TestSupport
import Testing
import ZigguratSystem

@Suite struct SingleFlightTests {
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

    /// The requests that run or wait for the work of another thread.
    private final class Requests: Sendable {
        private let asked = Shared<Set<Int>>([])
        private let group = DispatchGroup()
        /// The requests whose clients have left.
        let leaving = Shared<Set<Int>>([])

        /// Whether the request with this number waits: ``SingleFlight`` calls `isWanted` while it
        /// waits.
        func waits(_ number: Int) -> Bool { asked.value.contains(number) }

        /// Begins a request in a thread. The argument of `body` says whether the client still
        /// waits.
        func begin(
            _ number: Int, _ body: @escaping @Sendable (_ isWanted: () -> Bool) -> Void
        ) {
            group.enter()
            Thread { [self] in
                body {
                    asked.change { $0.insert(number) }
                    return !leaving.value.contains(number)
                }
                group.leave()
            }.start()
        }

        /// Waits for the ends of all requests.
        func end() { group.wait() }
    }

    @Test func `Equal requests at the same time are computed once`() {
        let (work, requests) = (SingleFlight(limit: 2), Requests())
        let (made, sum) = (Shared(0), Shared(0))
        for number in 0..<12 {
            requests.begin(number) { isWanted in
                let value = try? work.run("a", isWanted: isWanted) {
                    nil
                } make: { _ throws(ZigguratError) in
                    made.change { $0 += 1 }
                    Patience.block { (0..<12).count { requests.waits($0) } == 11 }
                    return 7
                }
                sum.change { $0 += value ?? 0 }
            }
        }
        requests.end()
        #expect(made.value == 1 && sum.value == 12 * 7)
        // A later request is computed again.
        func isWanted() -> Bool { true }
        let later = try? work.run("a", isWanted: isWanted) {
            nil
        } make: { _ throws(ZigguratError) in
            8
        }
        #expect(later == 8)
    }

    @Test(arguments: [1, 2])
    func `A limited number of tasks runs at once, in the order of the requests`(limit: Int) {
        let (work, requests) = (SingleFlight(limit: limit), Requests())
        let (running, most, order) = (Shared(0), Shared(0), Shared<[Int]>([]))
        let isReleased = Shared(false)
        for number in 0..<10 {
            requests.begin(number) { isWanted in
                _ = try? work.run("\(number)", isWanted: isWanted) {
                    nil
                } make: { _ throws(ZigguratError) in
                    let count = running.change { $0 += 1 }
                    most.change { $0 = max($0, count) }
                    order.change { $0.append(number) }
                    Patience.block { isReleased.value }
                    running.change { $0 -= 1 }
                    return number
                }
            }
            Patience.block { requests.waits(number) || order.value.contains(number) }
        }
        #expect(running.value == limit)
        isReleased.change { $0 = true }
        requests.end()
        #expect(most.value == limit)
        // If two tasks begin together, either task can record its number first.
        #expect(order.value.count == 10 && (limit > 1 || order.value == Array(0..<10)))
    }

    /// Tasks 0 and 2 run until they are released or cancelled; tasks 1 and 3 end at once.
    @Test func `A long task makes way for waiting tasks and runs again later`() {
        let (work, requests) = (SingleFlight(limit: 1, patience: .zero), Requests())
        let (order, isReleased) = (Shared<[Int]>([]), Shared(false))
        for number in 0..<4 {
            requests.begin(number) { isWanted in
                _ = try? work.run("\(number)", isWanted: isWanted) {
                    nil
                } make: { isWanted throws(ZigguratError) in
                    order.change { $0.append(number) }
                    guard number % 2 == 0 else { return number }
                    Patience.block { isReleased.value || !isWanted() }
                    guard isWanted() else { throw ZigguratError(Cancelled()) }
                    return number
                }
            }
            Patience.block { order.value.contains(number) }
        }
        Patience.block { order.value.last == 0 }
        isReleased.change { $0 = true }
        requests.end()
        // Both long tasks run again; neither task interrupts the other.
        #expect(order.value.suffix(3) == [3, 0, 2])
    }

    @Test(arguments: [true, false])
    func `Work is cancelled when its last client leaves`(secondStays: Bool) {
        let (work, requests) = (SingleFlight(limit: 1), Requests())
        let (hasBegun, isCancelled) = (Shared(false), Shared(false))
        for number in 0..<2 {
            requests.begin(number) { isWanted in
                _ = try? work.run("a", isWanted: isWanted) {
                    nil
                } make: { isWanted throws(ZigguratError) in
                    hasBegun.change { $0 = true }
                    Patience.block {
                        // After the first client has left, the work continues for the second
                        // client.
                        let isDone = secondStays && requests.leaving.value.contains(0)
                        isCancelled.change { $0 = !isWanted() }
                        return isDone || isCancelled.value
                    }
                    if isCancelled.value { throw ZigguratError(Cancelled()) }
                    return 1
                }
            }
            Patience.block { number == 0 ? hasBegun.value : requests.waits(1) }
        }
        requests.leaving.change { $0 = secondStays ? [0] : [0, 1] }
        requests.end()
        #expect(isCancelled.value == !secondStays)
    }
}
