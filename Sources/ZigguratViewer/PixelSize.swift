internal import ZigguratSystem

/// The size of a picture as people read it.
enum PixelSize {
    /// For example `12,000 × 8,000`.
    static func text(width: Int, height: Int) -> String {
        "\(grouped(width)) × \(grouped(height))"
    }

    /// A count with a comma between every three digits.
    static func grouped(_ number: Int) -> String {
        let digits = Array(String(number))
        var result = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3), digits[index - 1] != "-" {
                result.append(",")
            }
            result.append(digit)
        }
        return result
    }
}
