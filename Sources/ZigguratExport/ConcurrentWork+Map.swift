internal import Synchronization
internal import ZigguratImaging

extension ConcurrentWork {
    /// The results of a body for every number below the count, in this order. The body runs on
    /// several threads.
    static func map<Value: Sendable>(
        below count: Int, threads threadCount: Int, _ body: @escaping @Sendable (Int) -> Value
    ) -> [Value] {
        let results = Mutex([Value?](repeating: nil, count: count))
        forEach(below: count, threads: threadCount) { number in
            let result = body(number)
            results.withLock { $0[number] = result }
        }
        return results.withLock { $0.compactMap(\.self) }
    }
}
