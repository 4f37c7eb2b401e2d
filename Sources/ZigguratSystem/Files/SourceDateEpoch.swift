internal import Glibc

/// The time in `SOURCE_DATE_EPOCH`. In the files that are written it replaces the present time and
/// every later one, so that they can be reproduced.
///
/// Source: https://reproducible-builds.org/specs/source-date-epoch/
package enum SourceDateEpoch {
    /// Seconds since 1970; `nil` if the variable is not set or is not a valid time.
    package static let seconds = value(of: getenv("SOURCE_DATE_EPOCH").map { String(cString: $0) })

    /// The present time, or the time of the variable.
    package static var now: Int { seconds ?? time(nil) }

    /// A time, or the time of the variable if that is earlier.
    package static func limited(_ time: Int) -> Int { min(time, seconds ?? time) }

    package static func value(of text: String?) -> Int? {
        guard let text, let seconds = Int(text), (0...lastSecond).contains(seconds) else {
            return nil
        }
        return seconds
    }

    /// The end of the year 9999.
    private static let lastSecond = 253_402_300_799
}
