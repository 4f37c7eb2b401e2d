internal import Glibc

/// The entity tag and the time of a file, to decide whether a client's copy is current.
///
/// Source: RFC 9110, sections 8.8 and 13.
struct Validators: Hashable {
    /// The entity tag, in quotation marks. The tag is strong: a new version of the file has another
    /// inode, time or size.
    let entityTag: String
    /// The modification time, in seconds since 1970.
    let modified: Int

    /// Returns the validators of a part of the file.
    ///
    /// - Parameter mark: a text that distinguishes the part from other parts: letters, digits and
    ///   hyphens.
    func of(part mark: String) -> Validators {
        Validators(entityTag: "\(entityTag.dropLast())-\(mark)\"", modified: modified)
    }

    var lastModified: String { HTTPDate.text(modified) }

    /// Whether the client's copy is current. `If-None-Match` takes precedence.
    func areMet(noneMatch: String?, modifiedSince: String?) -> Bool {
        if let noneMatch {
            return noneMatch.split(separator: ",").contains { entry in
                let tag = entry.drop { $0 == " " || $0 == "\t" }
                let trimmed = String(tag.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
                return trimmed == "*" || trimmed == entityTag || trimmed == "W/\(entityTag)"
            }
        }
        guard let date = modifiedSince.flatMap(HTTPDate.seconds) else { return false }
        return modified <= date
    }

    /// Whether a client may get the requested part, according to the header `If-Range`.
    func allowPart(ifRange: String?) -> Bool {
        guard let ifRange else { return true }
        return ifRange == entityTag || ifRange == lastModified
    }
}

/// Dates in HTTP: RFC 9110, section 5.6.7.
enum HTTPDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Returns a date such as `Sun, 06 Nov 1994 08:49:37 GMT` from seconds since 1970.
    static func text(_ seconds: Int) -> String {
        var seconds = time_t(seconds)
        var parts = tm()
        guard gmtime_r(&seconds, &parts) != nil else { return "" }
        let year = String(Int(parts.tm_year) + 1900)
        return "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) "
            + String(repeating: "0", count: max(4 - year.count, 0)) + year
            + " \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
    }

    /// Returns the seconds since 1970 of a date; `nil` if the date does not have the form of
    /// ``text(_:)``.
    ///
    /// HTTP has two further forms, which are obsolete.
    static func seconds(_ text: String) -> Int? {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 6, words[0].count == 4, words[0].last == ",", words[5] == "GMT",
            let day = Int32(words[1]), let month = months.firstIndex(of: String(words[2])),
            let year = Int32(words[3]), (1970...9999).contains(year), (1...31).contains(day)
        else { return nil }
        let clock = words[4].split(separator: ":", omittingEmptySubsequences: false).map {
            Int32($0)
        }
        guard clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
            (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        var parts = tm()
        parts.tm_year = year - 1900
        parts.tm_mon = Int32(month)
        parts.tm_mday = day
        parts.tm_hour = hour
        parts.tm_min = minute
        parts.tm_sec = second
        return timegm(&parts)
    }

    private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
