internal import ZigguratCore

/// The run-length encoding of bitmaps.
///
/// Codes may skip pixels: by a distance, by the end of a row, and by the end of the bitmap. Damaged
/// data skips pixels too. `Documentation/decisions/damage.md` states what counts as damage.
///
/// Source: Microsoft, Bitmap Compression.
struct BMPRuns {
    /// The palette indices, one byte per pixel, in stored order. Skipped pixels have the index 0.
    private(set) var indices: [UInt8]
    /// Whether the pixels of a row are incorrect or missing, for each row in stored order.
    private(set) var isDamaged: [Bool]
    /// The number of rows before the end of the data. If the data has an end mark, the number of
    /// all rows.
    private(set) var rowCount = 0

    private let size: PixelSize
    private let bits: Int
    /// The number of pixels that codes give, for each row.
    private var given: [Int]
    private var x = 0
    private var y = 0
    private var usesDistance = false
    private var hasEndMark = false

    /// - Parameter statedLengths: the lengths of the data that the headers state. Programs may
    ///   state only one of them correctly.
    init(_ data: [UInt8], _ size: PixelSize, bits: Int, statedLengths: [Int]) {
        (self.size, self.bits) = (size, bits)
        indices = [UInt8](repeating: 0, count: size.pixelCount)
        isDamaged = [Bool](repeating: false, count: size.height)
        given = [Int](repeating: 0, count: size.height)
        let end = decode(data, statedEnd: statedLengths.min() ?? .max)
        guard hasEndMark || y >= size.height else {
            rowCount = min(size.height, x < size.width ? y : y + 1)
            return
        }
        rowCount = size.height
        // The end mark may be left out of the length, and padding may be part of it.
        let isWhole =
            statedLengths.isEmpty
            || statedLengths.contains { (-2...3).contains($0 - end) && $0 <= data.count }
        guard !isWhole, !usesDistance else { return }
        for row in 0..<size.height where given[row] < size.width { isDamaged[row] = true }
    }

    /// Decodes the data.
    ///
    /// - Parameter statedEnd: the length of the data that the headers state. Bytes behind it do not
    ///   follow the last row.
    /// - Returns: the length of the decoded data.
    private mutating func decode(_ data: [UInt8], statedEnd: Int) -> Int {
        var place = 0
        while place + 2 <= data.count, y < size.height {
            if place >= statedEnd, y == size.height - 1, x >= size.width { break }
            let (count, value) = (Int(data[place]), data[place + 1])
            place += 2
            if count > 0 {
                for number in 0..<count { put(bits == 8 ? value : Self.nibble(value, number)) }
                continue
            }
            switch value {
            case 0: (x, y) = (0, y + 1)
            case 1:
                hasEndMark = true
                return place
            case 2:
                guard place + 2 <= data.count else { return data.count }
                x += Int(data[place])
                y += Int(data[place + 1])
                usesDistance = true
                place += 2
            default:
                let number = Int(value)
                let length = bits == 8 ? number : (number + 1) / 2
                guard place + length <= data.count else { return data.count }
                for index in 0..<number {
                    put(
                        bits == 8
                            ? data[place + index] : Self.nibble(data[place + index / 2], index))
                }
                // The pixels are padded to an even number of bytes.
                place += length + length % 2
            }
        }
        guard y >= size.height, place + 2 <= data.count, place < statedEnd else { return place }
        let isEndMark = data[place] == 0 && data[place + 1] == 1
        // Pixels in place of the end mark belong to rows that do not exist.
        if data[place] > 0 || data[place + 1] > 2 { isDamaged[size.height - 1] = true }
        return isEndMark ? place + 2 : place
    }

    /// Stores the next pixel. The last run of a row of four bits may have a pixel of padding.
    private mutating func put(_ index: UInt8) {
        if x < size.width {
            indices[y * size.width + x] = index
            given[y] += 1
        } else if x >= size.width + (bits == 4 ? size.width % 2 : 0) {
            isDamaged[y] = true
        }
        x += 1
    }

    private static func nibble(_ byte: UInt8, _ number: Int) -> UInt8 {
        number % 2 == 0 ? byte >> 4 : byte & 15
    }
}
