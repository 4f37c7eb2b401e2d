internal import CSystem
internal import Glibc

/// The processor time of threads and processes. Limits of processor time do not depend on the load
/// of the machine or on slow disks.
package enum ProcessorTime {
    /// The processor time of the calling thread since its start, with ``ofHelpers``, in
    /// nanoseconds.
    package static var ofThread: Int {
        (ClockTime(of: CLOCK_THREAD_CPUTIME_ID)?.inNanoseconds ?? 0) + ofHelpers
    }

    /// The processor time of all threads of a child process, in nanoseconds; `nil` if unknown.
    static func of(_ child: pid_t) -> Int? {
        var clock = clockid_t()
        guard clock_getcpuclockid(child, &clock) == 0 else { return nil }
        return ClockTime(of: clock)?.inNanoseconds
    }

    /// The processor time of other threads that work for this thread, as far as it was added, in
    /// nanoseconds.
    package static var ofHelpers: Int { Int(zig_helper_time(0)) }

    /// Adds processor time of another thread that works for the calling thread.
    package static func add(_ nanoseconds: Int) { _ = zig_helper_time(Int64(nanoseconds)) }
}
