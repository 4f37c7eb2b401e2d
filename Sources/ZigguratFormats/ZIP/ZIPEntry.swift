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
    package var size: Int
    /// The offset of the local header.
    var headerOffset: Int
    package var name: [UInt8]

    /// The first value that does not fit into 32 bits. In a header, it refers to the ZIP64 field.
    static let limit = 0xFFFF_FFFF

    var isEncrypted: Bool { flags & 1 != 0 }

    /// Returns the version needed to extract: 2.0, or 4.5 for ZIP64.
    static func version(_ extra: [UInt8]) -> UInt16 { extra.isEmpty ? 20 : 45 }

    /// Returns the fields from the flags to the length of the extra field. Both headers contain
    /// them.
    func commonFields(extra: [UInt8]) -> [UInt8] {
        // If one size needs 64 bits, the ZIP64 field has both sizes, because readers expect both.
        let isLong = size >= Self.limit || packedSize >= Self.limit
        return [UInt8](
            fields: UInt16(flags), UInt16(method), timestamp.time, timestamp.date, checksum,
            isLong ? UInt32.max : UInt32(packedSize), isLong ? UInt32.max : UInt32(size),
            UInt16(name.count), UInt16(extra.count))
    }

    /// Reads the common fields at an offset. The name's position depends on the kind of header.
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
    /// Creates bytes from numbers, the lowest byte of each number first.
    init(fields: any FixedWidthInteger...) {
        self = []
        for field in fields { append(little: field) }
    }
}

/// The extra field with numbers that need 64 bits.
///
/// The field is written only if a number needs it, because some readers do not support it.
///
/// Source: APPNOTE.TXT 6.3.10, section 4.5.3.
enum ZIP64Field {
    private static let identifier = 1

    static func bytes(_ numbers: [Int]) -> [UInt8] {
        guard !numbers.isEmpty else { return [] }
        var bytes = [UInt8](fields: UInt16(identifier), UInt16(numbers.count * 8))
        for number in numbers { bytes.append(little: UInt64(number)) }
        return bytes
    }

    /// Returns the numbers in the ZIP64 field of a header; empty if the field is missing.
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

/// A date and time in the format of ZIP archives, in steps of two seconds from 1980 to 2107.
struct DOSTimestamp: Hashable {
    let date: UInt16
    let time: UInt16

    /// The first second of 1980.
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

    /// Converts a time to UTC, which gives the same bytes in every time zone. The format expects
    /// local time.
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
