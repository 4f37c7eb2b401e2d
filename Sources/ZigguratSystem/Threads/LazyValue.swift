internal import Synchronization

/// A value that is computed when it is first needed. Threads that need it meanwhile wait.
package final class LazyValue<Value: Sendable>: Sendable {
    private let known = Mutex<Value?>(nil)

    package init() {}

    /// Returns the value, and computes it in the first call.
    package func value(_ make: () -> Value) -> Value {
        known.withLock { known in
            if let known { return known }
            let value = make()
            known = value
            return value
        }
    }
}
