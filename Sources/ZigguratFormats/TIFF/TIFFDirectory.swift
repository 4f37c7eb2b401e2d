internal import ZigguratSystem

/// A source of a TIFF file's bytes.
protocol TIFFBytes: Sendable {
    /// Reads bytes at an offset; fewer bytes at the end of the file.
    func bytes(_ count: Int, at offset: Int) throws(ZigguratError) -> [UInt8]
}

extension RandomAccessFile: TIFFBytes {}

extension [UInt8]: TIFFBytes {
    func bytes(_ count: Int, at offset: Int) -> [UInt8] { Array(dropFirst(offset).prefix(count)) }
}

/// A directory of a TIFF file: an image and the positions of its tiles.
///
/// Source: TIFF 6.0, section 2; BigTIFF.
struct TIFFDirectory: Sendable {
    private struct Entry: Sendable {
        let kind: Int
        let count: Int
        /// The offset of the values in the file.
        let offset: Int
    }

    private let file: any TIFFBytes
    private var entries: [UInt16: Entry] = [:]
    /// The offset of the next directory; 0 after the last one.
    let next: Int

    private static let mostEntries = 4096
    /// The longest field to read, in bytes, such as a text, a profile or tables.
    private static let mostBytes = 16 << 20

    /// The number of bytes of a value, by the number of its type.
    private static let widths: [Int: Int] = [
        1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 16: 8,
        17: 8, 18: 8,
    ]

    /// - Parameter isBig: whether offsets have eight bytes, as in BigTIFF.
    /// - Returns: `nil` if the directory is damaged.
    init?(_ file: some TIFFBytes, at offset: Int, isBig: Bool) throws(ZigguratError) {
        self.file = file
        let (countBytes, entryBytes, wordBytes) = isBig ? (8, 20, 8) : (2, 12, 4)
        let head = try file.bytes(countBytes, at: offset)
        let count = head.little(countBytes, at: 0)
        guard head.count == countBytes, (1...Self.mostEntries).contains(count) else { return nil }
        let length = count * entryBytes + wordBytes
        let bytes = try file.bytes(length, at: offset + countBytes)
        guard bytes.count == length else { return nil }
        for number in 0..<count {
            let start = number * entryBytes
            let kind = bytes.little(2, at: start + 2)
            let values = bytes.little(wordBytes, at: start + 4)
            guard let width = Self.widths[kind], values < Int.max / 16 else { continue }
            let place = start + 4 + wordBytes
            let isInside = values * width <= wordBytes
            entries[UInt16(bytes.little(2, at: start))] = Entry(
                kind: kind, count: values,
                offset: isInside ? offset + countBytes + place : bytes.little(wordBytes, at: place))
        }
        next = bytes.little(wordBytes, at: count * entryBytes)
    }

    /// Returns the number of values of a field; 0 if the directory does not have the field.
    func count(_ tag: TIFFTag) -> Int { entries[tag.rawValue]?.count ?? 0 }

    /// Reads an integer of a field; `nil` if the field is missing or has another type.
    func integer(_ tag: TIFFTag, at index: Int = 0) throws(ZigguratError) -> Int? {
        guard let entry = entries[tag.rawValue], index < entry.count,
            [1, 3, 4, 13, 16, 18].contains(entry.kind), let width = Self.widths[entry.kind]
        else { return nil }
        let bytes = try file.bytes(width, at: entry.offset + index * width)
        return bytes.count == width ? bytes.little(width, at: 0) : nil
    }

    /// Reads the bytes of a field; `nil` if the field is missing, damaged or longer than 16 MiB.
    func bytes(_ tag: TIFFTag) throws(ZigguratError) -> [UInt8]? {
        guard let entry = entries[tag.rawValue], let width = Self.widths[entry.kind],
            entry.count <= Self.mostBytes
        else { return nil }
        let length = entry.count * width
        let bytes = try file.bytes(length, at: entry.offset)
        return bytes.count == length ? bytes : nil
    }
}
