internal import Glibc

/// The time in `SOURCE_DATE_EPOCH`. In written files it replaces the current time and all later
/// times, so that builds are reproducible.
///
/// Source: https://reproducible-builds.org/specs/source-date-epoch/
package enum SourceDateEpoch {
    /// The time in seconds since 1970; `nil` if the variable is not set or is invalid.
    package static let seconds = value(of: getenv("SOURCE_DATE_EPOCH").map { String(cString: $0) })

    /// The time of the variable, or the current time if it is not set.
    package static var now: Int { seconds ?? time(nil) }

    /// Returns a time, or the time of the variable if it is earlier.
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
