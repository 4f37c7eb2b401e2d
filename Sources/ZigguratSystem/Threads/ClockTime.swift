// Headers of the libraries also declare `timespec`. The compiler takes one of the modules for its
// owner, depending on the order of compilation. So only this file uses its properties.
internal import CSystemLibraries
internal import Glibc

/// A time of a clock of the kernel.
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

    /// The time in nanoseconds. Only for clocks that started after 1970.
    var inNanoseconds: Int { seconds * 1_000_000_000 + nanoseconds }

    /// The time after a number of milliseconds, for functions of the kernel.
    func adding(milliseconds: Int) -> timespec {
        let sum = nanoseconds + milliseconds % 1000 * 1_000_000
        return timespec(
            tv_sec: seconds + milliseconds / 1000 + sum / 1_000_000_000,
            tv_nsec: sum % 1_000_000_000)
    }
}
