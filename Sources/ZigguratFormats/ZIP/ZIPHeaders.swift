internal import ZigguratSystem

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
