internal import Glibc
internal import ZigguratSystem

/// A value that threads share under one lock, and on which they wait for each other.
///
/// `@unchecked Sendable`: the value is only reached between `lock` and `unlock`, which every method
/// here keeps in pairs; mutex and condition stay at one address for the monitor's whole life.
final class Monitor<Value>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var value: Value
    private var waiting = 0

    init(_ value: Value) {
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

    /// Looks at the value, or changes it, alone.
    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }

    /// Changes the value and wakes everybody who waits for a change.
    func change(_ body: (inout Value) -> Void) {
        changeAndWake { value in
            body(&value)
            return true
        }
    }

    /// Changes the value, and wakes those who wait only where the answer is that it is worth it: to
    /// wake a thread takes longer than most changes.
    func changeAndWake(where body: (inout Value) -> Bool) {
        pthread_mutex_lock(mutex)
        let isToWake = body(&value) && waiting > 0
        pthread_mutex_unlock(mutex)
        // Not before the lock is free, which is what a thread that wakes asks for.
        if isToWake { pthread_cond_broadcast(condition) }
    }

    /// Asks again after every change that wakes, until there is an answer.
    func wait<Result>(for answer: (inout Value) -> Result?) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = answer(&value) { return result }
            waiting += 1
            pthread_cond_wait(condition, mutex)
            waiting -= 1
        }
    }

    /// Asks again after every change that wakes, for so long.
    ///
    /// - Returns: `nil` where there was no answer in time.
    func wait<Result>(milliseconds: Int, for answer: (inout Value) -> Result?) -> Result? {
        var end = timespec()
        clock_gettime(CLOCK_REALTIME, &end)
        let nanoseconds = end.tv_nsec + milliseconds % 1000 * 1_000_000
        end.tv_sec += milliseconds / 1000 + nanoseconds / 1_000_000_000
        end.tv_nsec = nanoseconds % 1_000_000_000
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
