internal import CSystem
internal import CSystemLibraries
internal import Glibc

/// The processor time of the calling thread. Limits of processor time do not depend on the load of
/// the machine or on slow disks.
package enum ProcessorTime {
    /// The processor time since the start of the thread, with ``ofHelpers``, in nanoseconds.
    package static var ofThread: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec + ofHelpers
    }

    /// The processor time of other threads that work for this thread, as far as it was added, in
    /// nanoseconds.
    package static var ofHelpers: Int { Int(zig_helper_time(0)) }

    /// Adds processor time of another thread that works for the calling thread.
    package static func add(_ nanoseconds: Int) { _ = zig_helper_time(Int64(nanoseconds)) }
}
