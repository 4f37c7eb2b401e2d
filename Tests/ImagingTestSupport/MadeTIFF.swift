import Foundation

/// An uncompressed little-endian TIFF, written entry by entry, for kinds that no tool writes.
///
/// Source: TIFF 6.0, section 2.
struct MadeTIFF {
    /// The values of each tag: 32 bits for sizes and offsets, and 16 bits for other values.
    private var entries: [Int: [Int]]
    private let blocks: [[UInt8]]

    /// Tags with values of 32 bits.
    private static let longTags: Set<Int> = [254, 256, 257, 273, 279, 324, 325, 330, 513, 514]

    /// - Parameters:
    ///   - photometric: the meaning of samples: 0 white is 0, 1 black is 0, 2 RGB, 3 palette.
    ///   - strips: the bytes of each strip.
    ///   - others: further tags.
    init(
        width: Int, height: Int, rowsPerStrip: Int, bits: [Int], photometric: Int,
        strips: [[UInt8]], _ others: [Int: [Int]] = [:]
    ) {
        blocks = strips
        entries = [
            256: [width], 257: [height], 258: bits, 259: [1], 262: [photometric],
            277: [bits.count], 278: [rowsPerStrip], 279: strips.map(\.count),
        ].merging(others) { $1 }
        // Each strip has an offset, which is known after the length of the directory.
        entries[273] = strips.map { _ in 0 }
    }

    var data: Data {
        var entries = entries
        let directoryEnd = 8 + 2 + 12 * entries.count + 4
        let valueBytes = entries.map { byteCount($0, $1) }.filter { $0 > 4 }.reduce(0, +)
        var place = directoryEnd + valueBytes
        entries[273] = blocks.map { block in
            defer { place += block.count }
            return place
        }
        var directory = Data("II*\0".utf8) + number(8, 4) + number(entries.count, 2)
        var values = Data()
        for (tag, numbers) in entries.sorted(by: { $0.key < $1.key }) {
            let isLong = Self.longTags.contains(tag)
            directory += number(tag, 2) + number(isLong ? 4 : 3, 2) + number(numbers.count, 4)
            let bytes = numbers.reduce(Data()) { $0 + number($1, isLong ? 4 : 2) }
            if bytes.count <= 4 {
                directory += bytes + Data(count: 4 - bytes.count)
            } else {
                directory += number(directoryEnd + values.count, 4)
                values += bytes + Data(count: bytes.count % 2)
            }
        }
        return directory + number(0, 4) + values + Data(blocks.joined())
    }

    /// The number of bytes, rounded up to an even number.
    private func byteCount(_ tag: Int, _ values: [Int]) -> Int {
        let count = values.count * (Self.longTags.contains(tag) ? 4 : 2)
        return count + count % 2
    }

    /// Returns a number, lowest byte first.
    private func number(_ value: Int, _ length: Int) -> Data {
        Data((0..<length).map { UInt8(value >> (8 * $0) & 255) })
    }
}
