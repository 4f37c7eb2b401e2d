/// A `Range` header: RFC 9110, section 14.
enum ByteRange: Hashable {
    /// No range, an invalid one, or several, which a server may ignore.
    case whole
    case part(Range<Int>)
    /// The range is outside the file.
    case unsatisfiable

    /// - Parameter size: of the file, in bytes.
    init(_ header: String?, size: Int) {
        self = .whole
        guard let header else { return }
        let sides = header.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard sides.count == 2, sides[0].lowercased() == "bytes" else { return }
        let ends = sides[1].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return }
        let numbers = ends.map(Self.number)
        if ends[0].isEmpty, let count = numbers[1] {
            self = count > 0 && size > 0 ? .part(max(size - count, 0)..<size) : .unsatisfiable
        } else if let first = numbers[0], ends[1].isEmpty {
            self = first < size ? .part(first..<size) : .unsatisfiable
        } else if let first = numbers[0], let last = numbers[1], first <= last {
            self = first < size ? .part(first..<min(last, size - 1) + 1) : .unsatisfiable
        }
    }

    /// Digits only; a number that overflows is the largest one.
    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text) ?? .max
    }
}
