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

    /// Returns the fields from the flags to the length of the extra field. Both headers of an entry
    /// contain these fields.
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

/// The record before a file's data.
///
/// Source: APPNOTE.TXT 6.3.10, section 4.3.7.
struct ZIPLocalHeader {
    let entry: ZIPEntry
    let byteCount: Int

    static let fixedLength = 30
    private static let signature = 0x0403_4B50

    init(_ entry: ZIPEntry) {
        self.entry = entry
        byteCount = Self.fixedLength + entry.name.count + Self.extra(of: entry).count
    }

    /// - Parameter bytes: The fixed part and the name, or more.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.fixedLength, bytes.little(4, at: 0) == Self.signature,
            let entry = ZIPEntry(commonFieldsAt: 6, of: bytes, name: Self.fixedLength)
        else { return nil }
        self.entry = entry
        byteCount = Self.fixedLength + entry.name.count + bytes.little(2, at: 28)
    }

    var bytes: [UInt8] {
        let extra = Self.extra(of: entry)
        let start = [UInt8](fields: UInt32(Self.signature), ZIPEntry.version(extra))
        return start + entry.commonFields(extra: extra) + entry.name + extra
    }

    private static func extra(of entry: ZIPEntry) -> [UInt8] {
        ZIP64Field.bytes(entry.size >= ZIPEntry.limit ? [entry.size, entry.packedSize] : [])
    }
}

/// A file's record in the central directory.
///
/// Source: APPNOTE.TXT 6.3.10, section 4.3.12.
struct ZIPCentralHeader {
    let entry: ZIPEntry
    /// The length of the record; 0 for a new record.
    let byteCount: Int

    static let fixedLength = 46
    private static let signature = 0x0201_4B50
    /// Made on Unix, by version 4.5 of the specification.
    static let madeBy = UInt16(3 << 8 | 45)

    init(_ entry: ZIPEntry) {
        self.entry = entry
        byteCount = 0
    }

    init?(_ bytes: [UInt8], at start: Int) {
        guard start + Self.fixedLength <= bytes.count,
            bytes.little(4, at: start) == Self.signature,
            var entry = ZIPEntry(
                commonFieldsAt: start + 8, of: bytes, name: start + Self.fixedLength,
                headerOffset: bytes.little(4, at: start + 42))
        else { return nil }
        let extra = start + Self.fixedLength + entry.name.count
        let extraEnd = extra + bytes.little(2, at: start + 30)
        byteCount = extraEnd + bytes.little(2, at: start + 32) - start
        guard start + byteCount <= bytes.count else { return nil }
        // The ZIP64 field contains only the numbers that do not fit into the record, in this order.
        var numbers = ZIP64Field.numbers(in: extra..<extraEnd, of: bytes)[...]
        for field in [\ZIPEntry.size, \.packedSize, \.headerOffset]
        where entry[keyPath: field] == ZIPEntry.limit {
            if let number = numbers.popFirst() { entry[keyPath: field] = number }
        }
        self.entry = entry
    }

    package static func name(at start: Int, in bytes: [UInt8]) -> ArraySlice<UInt8> {
        bytes[start + fixedLength..<start + fixedLength + bytes.little(2, at: start + 28)]
    }

    var bytes: [UInt8] {
        let isFar = entry.headerOffset >= ZIPEntry.limit
        let extra = ZIP64Field.bytes(
            (entry.size >= ZIPEntry.limit ? [entry.size, entry.packedSize] : [])
                + (isFar ? [entry.headerOffset] : []))
        let start = [UInt8](fields: UInt32(Self.signature), Self.madeBy, ZIPEntry.version(extra))
        // The zeros are the comment's length, the disk number and the internal attributes.
        let end = [UInt8](
            fields: UInt16(0), UInt16(0), UInt16(0), UInt32(0o100644) << 16,
            isFar ? UInt32.max : UInt32(entry.headerOffset))
        return start + entry.commonFields(extra: extra) + end + entry.name + extra
    }
}
