/// Changes seeds at a few places. The mutator writes other bytes or limits of number types, and
/// removes, repeats or inserts parts, also from other seeds.
struct Mutator {
    private let seeds: [[UInt8]]
    private let longest: Int
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// Numbers at the limits of types and checks.
    private static let numbers: [UInt64] = [
        0, 1, 0x7F, 0x80, 0xFF, 0x100, 0x7FFF, 0x8000, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000,
        0xFFFF_FFFF, 1 << 32, 1 << 62, UInt64(Int64.max), 1 << 63, .max,
    ]
    private static let texts = [
        "0", "-1", "2147483647", "2147483648", "9223372036854775807", "-9223372036854775808",
        "1e308", "1e-308", "null", "\"\"", "[]", "{}", "../", "%00", "\n", "\u{1B}[31m", "NaN",
    ].map { Array($0.utf8) }

    init(seeds: [[UInt8]], longest: Int) {
        self.seeds = seeds.isEmpty ? [[]] : seeds
        self.longest = longest
    }

    mutating func next() -> [UInt8] {
        var bytes = seeds[below(seeds.count)]
        for _ in 0...below(4) { change(&bytes) }
        return Array(bytes.prefix(longest))
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        let place = below(bytes.count + 1)
        let end = min(bytes.count, place + 1 + below(16))
        switch below(9) {
        case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8(below(8))
        case 1 where place < bytes.count: bytes[place] = UInt8(below(256))
        case 2: bytes.removeSubrange(place..<end)
        case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
        case 4: overwrite(&bytes, at: place, with: number())
        case 5: bytes.replaceSubrange(place..<end, with: Self.texts[below(Self.texts.count)])
        case 6: bytes.removeSubrange(place...)
        case 7:
            let other = seeds[below(seeds.count)]
            let start = below(other.count + 1)
            overwrite(&bytes, at: place, with: Array(other[start...].prefix(1 + below(64))))
        default: replaceDigits(&bytes, from: place)
        }
    }

    private mutating func number() -> [UInt8] {
        let (value, width) = (Self.numbers[below(Self.numbers.count)], 1 << below(4))
        let little = (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
        return below(2) == 0 ? little : little.reversed()
    }

    private func overwrite(_ bytes: inout [UInt8], at place: Int, with part: [UInt8]) {
        bytes.replaceSubrange(place..<min(bytes.count, place + part.count), with: part)
    }

    /// Replaces the next number in a text.
    private mutating func replaceDigits(_ bytes: inout [UInt8], from place: Int) {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard let start = bytes[place...].firstIndex(where: digits.contains) else { return }
        let end = bytes[start...].firstIndex { !digits.contains($0) } ?? bytes.endIndex
        bytes.replaceSubrange(start..<end, with: Self.texts[below(Self.texts.count)])
    }

    /// Returns a pseudo-random number below a limit (xorshift).
    private mutating func below(_ count: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(max(1, count)))
    }
}
