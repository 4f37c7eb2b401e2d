internal import FoundationEssentials
internal import ZigguratSystem

/// A file in a ZIP archive, as its local header and the central directory describe it.
///
/// Source: APPNOTE.TXT 6.3.10, section 4.4.
struct ZIPEntry: Equatable {
    /// Bit 11: names are UTF-8.
    var flags = 1 << 11
    /// 0 for stored, 8 for deflated.
    var method = 0
    var timestamp: DOSTimestamp
    var checksum: UInt32
    var packedSize: Int
    var size: Int
    /// Where the local header begins.
    var headerOffset: Int
    var name: [UInt8]

    /// The first value that does not fit into 32 bits; it stands for “see the ZIP64 field”.
    static let limit = 0xFFFF_FFFF

    var isEncrypted: Bool { flags & 1 != 0 }

    /// The version needed to extract: 2.0, or 4.5 for ZIP64.
    static func version(_ extra: [UInt8]) -> UInt16 { extra.isEmpty ? 20 : 45 }

    /// The fields from the flags to the length of the extra field, equal in both headers.
    func commonFields(extra: [UInt8]) -> [UInt8] {
        // If one size needs 64 bits, both stand in the ZIP64 field: readers expect them together.
        let isLong = size >= Self.limit || packedSize >= Self.limit
        return [UInt8](
            fields: UInt16(flags), UInt16(method), timestamp.time, timestamp.date, checksum,
            isLong ? UInt32.max : UInt32(packedSize), isLong ? UInt32.max : UInt32(size),
            UInt16(name.count), UInt16(extra.count))
    }

    /// Reads the same fields, which begin at an offset; the name follows the header's `length`.
    init?(
        commonFieldsAt start: Int, of bytes: [UInt8], name nameStart: Int, headerOffset: Int = 0
    ) {
        let nameEnd = nameStart + bytes.little(2, at: start + 20)
        guard nameEnd <= bytes.count else { return nil }
        flags = bytes.little(2, at: start)
        method = bytes.little(2, at: start + 2)
        timestamp = DOSTimestamp(
            date: UInt16(bytes.little(2, at: start + 6)),
            time: UInt16(bytes.little(2, at: start + 4)))
        checksum = UInt32(bytes.little(4, at: start + 8))
        packedSize = bytes.little(4, at: start + 12)
        size = bytes.little(4, at: start + 16)
        self.headerOffset = headerOffset
        name = Array(bytes[nameStart..<nameEnd])
    }

    init(name: String, headerOffset: Int, size: Int, checksum: UInt32, timestamp: DOSTimestamp) {
        self.name = Array(name.utf8)
        self.headerOffset = headerOffset
        self.size = size
        packedSize = size
        self.checksum = checksum
        self.timestamp = timestamp
    }
}

extension [UInt8] {
    /// The bytes of numbers, the lowest byte of each first.
    init(fields: any FixedWidthInteger...) {
        self = []
        for field in fields { append(little: field) }
    }
}

/// The extra field with numbers that need 64 bits.
///
/// Source: APPNOTE.TXT 6.3.10, section 4.5.3. It is written only if a number needs it, for readers
/// that do not support it.
enum ZIP64Field {
    private static let identifier = 1

    static func bytes(_ numbers: [Int]) -> [UInt8] {
        guard !numbers.isEmpty else { return [] }
        var bytes = [UInt8](fields: UInt16(identifier), UInt16(numbers.count * 8))
        for number in numbers { bytes.append(little: UInt64(number)) }
        return bytes
    }

    /// The numbers in the extra fields of a header; none if there is no ZIP64 field.
    static func numbers(in fields: Range<Int>, of bytes: [UInt8]) -> [Int] {
        var start = fields.lowerBound
        while start + 4 <= fields.upperBound {
            let end = min(fields.upperBound, start + 4 + bytes.little(2, at: start + 2))
            if bytes.little(2, at: start) == identifier {
                return stride(from: start + 4, to: end - 7, by: 8).map { bytes.little(8, at: $0) }
            }
            start = end
        }
        return []
    }
}

/// A date and time in the format of ZIP archives: steps of two seconds, 1980 to 2107.
struct DOSTimestamp: Hashable {
    let date: UInt16
    let time: UInt16

    /// The beginning of 1980.
    static let earliest = DOSTimestamp(date: 1 << 5 | 1, time: 0)
}

extension DOSTimestamp {
    init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        guard year >= 1980 else {
            self = .earliest
            return
        }
        date = UInt16(min(year - 1980, 127) << 9 | month << 5 | day)
        time = UInt16(hour << 11 | minute << 5 | min(second, 59) / 2)
    }

    /// The format has local time; UTC gives the same bytes in every time zone.
    init(secondsSince1970 seconds: Int) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents(
            [.year, .month, .day, .hour, .minute, .second],
            from: Date(timeIntervalSince1970: Double(seconds)))
        self.init(
            year: parts.year ?? 1980, month: parts.month ?? 1, day: parts.day ?? 1,
            hour: parts.hour ?? 0, minute: parts.minute ?? 0, second: parts.second ?? 0)
    }
}
