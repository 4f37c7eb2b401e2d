extension [UInt8] {
    /// Appends a number with its lowest byte first.
    package mutating func append(little value: some FixedWidthInteger) {
        for shift in stride(from: 0, to: value.bitWidth, by: 8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    /// Returns a number of `count` bytes at an offset, stored with its lowest byte first; 0 if the
    /// bytes end earlier. Numbers that are too large for any file become `Int.max / 4`.
    package func little(_ count: Int, at offset: Int) -> Int {
        Int(Swift.min(littleBits(count, at: offset), UInt64(Int.max / 4)))
    }

    /// Returns all bits of a number of `count` bytes at an offset; 0 if the bytes end earlier.
    package func littleBits(_ count: Int, at offset: Int) -> UInt64 {
        guard offset >= 0, offset + count <= self.count else { return 0 }
        var number: UInt64 = 0
        for index in (0..<count).reversed() { number = number << 8 | UInt64(self[offset + index]) }
        return number
    }
}
