// Several modules declare `timespec`. Which module the compiler assigns `timespec` to depends on
// the order of compilation. Therefore, only this file uses the properties of `timespec`.
internal import CSystemLibraries
internal import Glibc

/// A time in seconds and nanoseconds, of a clock or a file.
struct ClockTime {
    let seconds: Int
    /// The fraction of the second, from 0 to 999,999,999.
    let nanoseconds: Int

    /// The time since 1970.
    static var now: ClockTime { ClockTime(of: CLOCK_REALTIME) ?? ClockTime(timespec()) }

    init(_ time: timespec) {
        seconds = time.tv_sec
        nanoseconds = time.tv_nsec
    }

    /// Reads a clock; `nil` with `errno` on failure.
    init?(of clock: clockid_t) {
        var time = timespec()
        guard unsafe clock_gettime(clock, &time) == 0 else { return nil }
        self.init(time)
    }

    /// The time in nanoseconds. The number overflows for times of more than 292 years.
    var inNanoseconds: Int { seconds * 1_000_000_000 + nanoseconds }

    /// Returns this time plus a number of milliseconds, for functions of the kernel.
    func adding(milliseconds: Int) -> timespec {
        let sum = nanoseconds + milliseconds % 1000 * 1_000_000
        return timespec(
            tv_sec: seconds + milliseconds / 1000 + sum / 1_000_000_000,
            tv_nsec: sum % 1_000_000_000)
    }
}
