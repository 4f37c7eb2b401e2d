// The compiler can assign the types of pthreads to CSystemLibraries, the module of the libraries.
internal import CSystemLibraries
internal import Glibc

/// A value that threads share under one lock, with a condition variable to wait for changes.
///
/// `@unchecked Sendable`: the value is accessed only between `lock` and `unlock`, which every
/// method pairs. The mutex and the condition keep their addresses while the object exists.
package final class ConditionLocked<Value>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var value: Value
    private var waiting = 0

    package init(_ value: Value) {
        self.value = value
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Reads or changes the value under the lock, without waking other threads.
    package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }

    /// Changes the value and wakes all waiting threads.
    package func change(_ body: (inout Value) -> Void) {
        changeAndWake { value in
            body(&value)
            return true
        }
    }

    /// Changes the value and wakes waiting threads only if `body` returns `true`. Waking a thread
    /// takes longer than most changes.
    package func changeAndWake(where body: (inout Value) -> Bool) {
        pthread_mutex_lock(mutex)
        let isToWake = body(&value) && waiting > 0
        pthread_mutex_unlock(mutex)
        // Wakes threads after unlocking, because a woken thread needs the lock.
        if isToWake { pthread_cond_broadcast(condition) }
    }

    /// Waits until `answer` returns a value. `answer` is called after every change that wakes
    /// threads.
    package func wait<Result>(for answer: (inout Value) -> Result?) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = answer(&value) { return result }
            waiting += 1
            pthread_cond_wait(condition, mutex)
            waiting -= 1
        }
    }

    /// Waits until `answer` returns a value, or until the time is over.
    ///
    /// - Returns: `nil` if the time is over.
    package func wait<Result>(milliseconds: Int, for answer: (inout Value) -> Result?) -> Result? {
        var end = ClockTime.now.adding(milliseconds: milliseconds)
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = answer(&value) { return result }
            waiting += 1
            let status = pthread_cond_timedwait(condition, mutex, &end)
            waiting -= 1
            guard status == 0 else { return answer(&value) }
        }
    }
}
