internal import FoundationEssentials

/// A local date and time in the format of ZIP archives: steps of two seconds, 1980 to 2107.
struct DOSTimestamp: Hashable {
    let date: UInt16
    let time: UInt16

    init(date: UInt16, time: UInt16) {
        self.date = date
        self.time = time
    }

    init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        guard year >= 1980 else {
            (date, time) = (1 << 5 | 1, 0)
            return
        }
        date = UInt16(min(year - 1980, 127) << 9 | month << 5 | day)
        time = UInt16(hour << 11 | minute << 5 | min(second, 59) / 2)
    }

    /// The current time in the local time zone.
    static func now() -> DOSTimestamp {
        let parts = Calendar(identifier: .gregorian).dateComponents(
            [.year, .month, .day, .hour, .minute, .second], from: .now)
        return DOSTimestamp(
            year: parts.year ?? 1980, month: parts.month ?? 1, day: parts.day ?? 1,
            hour: parts.hour ?? 0, minute: parts.minute ?? 0, second: parts.second ?? 0)
    }
}
