/// Numbers, sizes and durations as text.
package enum Amount {
    /// Returns a number such as `12,345`.
    package static func count(_ number: Int) -> String { number.grouped }

    /// Returns a number with a noun: `1 tile`, `12,345 tiles`.
    package static func count(_ number: Int, of noun: String, plural: String? = nil) -> String {
        "\(count(number)) \(number == 1 ? noun : plural ?? "\(noun)s")"
    }

    /// Returns a noun in the singular or plural: `tile`, `tiles`.
    package static func noun(_ number: Int, _ noun: String) -> String {
        number == 1 ? noun : "\(noun)s"
    }

    /// Returns a size in powers of 1000: `812 bytes`, `12.3 kB`, `4.5 MB`.
    package static func bytes(_ number: Int) -> String {
        guard number >= 1000 else { return count(number, of: "byte") }
        var value = Double(number) / 1000
        for unit in ["kB", "MB", "GB"] {
            if value < 999.5 { return "\(short(value)) \(unit)" }
            value /= 1000
        }
        return "\(short(value)) TB"
    }

    /// Returns a duration: `0.4 s`, `12 s`, `3 min 05 s`, `2 h 10 min`.
    ///
    /// Negative values and values that are not numbers count as 0; large values are limited.
    package static func duration(_ seconds: Double) -> String {
        let seconds = seconds > 0 ? min(seconds, 1e15) : 0
        let whole = Int(seconds.rounded())
        if seconds < 9.95 { return "\(short(seconds)) s" }
        if whole < 60 { return "\(whole) s" }
        if whole < 3600 { return "\(whole / 60) min \(twoDigits(whole % 60)) s" }
        return "\(whole / 3600) h \(twoDigits(whole % 3600 / 60)) min"
    }

    /// Returns a number with one decimal if it is below 100, without decimals otherwise.
    package static func short(_ value: Double) -> String {
        guard value < 99.95 else { return count(Int(value.rounded())) }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// Returns a text, padded with spaces at the end to a number of columns.
    package static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}

extension Int {
    /// The number with a comma between groups of three digits.
    package var grouped: String { grouped(by: ",") }

    package func grouped(by separator: String) -> String {
        var result = ""
        for (index, digit) in String(self).reversed().enumerated() {
            if index > 0, index.isMultiple(of: 3) { result = separator + result }
            result = String(digit) + result
        }
        return result
    }
}
