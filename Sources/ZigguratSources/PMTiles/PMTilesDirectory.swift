internal import ZigguratCore

/// A directory of a PMTiles archive.
///
/// Source: PMTiles specification 3.4, section 4.
package struct PMTilesDirectory: Equatable {
    /// Consecutive tiles with equal bytes; a leaf directory if the run length is 0.
    package struct Entry: Hashable, Sendable {
        package let number: Int
        package var runLength: Int
        package let byteCount: Int
        /// The offset in the tile section, or in the leaf directory section.
        package let offset: Int

        package init(number: Int, runLength: Int, byteCount: Int, offset: Int) {
            (self.number, self.runLength) = (number, runLength)
            (self.byteCount, self.offset) = (byteCount, offset)
        }

        package var end: Int { number + runLength }
    }

    /// The maximum value of a number. Larger values cannot occur in a file, and sums could
    /// overflow.
    static let maximumValue = Int.max / 4

    package var entries: [Entry]

    package init(_ entries: some Sequence<Entry>) { self.entries = Array(entries) }

    /// The encoded directory: the entry count, then a column each for numbers, run lengths, lengths
    /// and offsets. Numbers are stored as differences.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(varint: entries.count)
        var last = 0
        for entry in entries {
            bytes.append(varint: entry.number - last)
            last = entry.number
        }
        for entry in entries { bytes.append(varint: entry.runLength) }
        for entry in entries { bytes.append(varint: entry.byteCount) }
        var end: Int?
        for entry in entries {
            // 0 means that the tile data directly follows the data of the previous entry.
            bytes.append(varint: entry.offset == end ? 0 : entry.offset + 1)
            end = entry.offset + entry.byteCount
        }
        return bytes
    }

    /// Decodes a directory. Entries may point outside the file.
    ///
    /// - Returns: `nil` if the bytes are not a directory.
    package init?(_ bytes: [UInt8]) {
        var reader = VarintReader(bytes: bytes)
        guard let count = reader.next(), count <= bytes.count else { return nil }
        var columns: [[Int]] = []
        for _ in 0..<4 {
            var column: [Int] = []
            column.reserveCapacity(count)
            for _ in 0..<count {
                guard let value = reader.next() else { return nil }
                column.append(value)
            }
            columns.append(column)
        }
        entries = []
        entries.reserveCapacity(count)
        var number = 0
        var end = 0
        for index in 0..<count {
            let (step, runLength) = (columns[0][index], columns[1][index])
            let (byteCount, code) = (columns[2][index], columns[3][index])
            guard number + step <= Self.maximumValue, code > 0 || index > 0, byteCount > 0,
                end <= Self.maximumValue
            else { return nil }
            number += step
            let offset = code == 0 ? end : code - 1
            end = offset + byteCount
            entries.append(
                Entry(number: number, runLength: runLength, byteCount: byteCount, offset: offset))
        }
    }
}

extension [UInt8] {
    /// Appends a number in groups of seven bits, lowest group first.
    fileprivate mutating func append(varint number: Int) {
        var rest = UInt(number)
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }
}

private struct VarintReader {
    let bytes: [UInt8]
    var position = 0

    /// Reads the next number; `nil` at the end, or if the number exceeds
    /// ``PMTilesDirectory/maximumValue``.
    mutating func next() -> Int? {
        var value = 0
        for shift in stride(from: 0, to: 62, by: 7) {
            guard position < bytes.count else { return nil }
            let byte = bytes[position]
            position += 1
            value |= Int(byte & 0x7F) << shift
            guard byte >= 0x80 else {
                return (0...PMTilesDirectory.maximumValue).contains(value) ? value : nil
            }
        }
        return nil
    }
}
