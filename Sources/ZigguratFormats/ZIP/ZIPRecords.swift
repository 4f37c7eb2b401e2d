internal import ZigguratCore
internal import ZigguratSystem

/// A file in a ZIP archive, stored as it is, and the records that tell of it.
///
/// Source: APPNOTE.TXT 6.3.10: 4.3.7 (local header), 4.3.12 (central directory), 4.3.14 to 4.3.16
/// (its end), 4.5.3 (ZIP64). ZIP64 fields stand only where a number does not fit without them, for
/// the sake of readers that do not know them.
struct ZIPEntry {
    let name: String
    /// Where its local header begins.
    let offset: Int
    let size: Int
    let checksum: UInt32

    /// The first number that 32 bits cannot say: all ones mean “see the ZIP64 field”.
    static let limit32 = 0xFFFF_FFFF
    /// Bit 11: names are UTF-8.
    private static let flags: UInt16 = 1 << 11
    private static let zip64Field: UInt16 = 1
    /// 2.0, or 4.5 for ZIP64.
    private var versionNeeded: UInt16 { zip64.isEmpty ? 20 : 45 }

    private var needsLongSize: Bool { size >= Self.limit32 }
    private var needsLongOffset: Bool { offset >= Self.limit32 }

    /// What stands in front of the file's bytes.
    func localHeader(_ time: DOSTimestamp) -> [UInt8] {
        var extra: [UInt8] = []
        if needsLongSize {
            extra.append(little: Self.zip64Field)
            extra.append(little: UInt16(16))
            extra.append(little: UInt64(size))
            extra.append(little: UInt64(size))
        }
        var record: [UInt8] = []
        record.reserveCapacity(30 + name.utf8.count + extra.count)
        record.append(little: UInt32(0x0403_4B50))
        record.append(little: UInt16(needsLongSize ? 45 : 20))
        appendFacts(to: &record, time, extra: extra)
        record.append(contentsOf: name.utf8)
        record.append(contentsOf: extra)
        return record
    }

    /// The entry in the central directory.
    func centralHeader(_ time: DOSTimestamp) -> [UInt8] {
        let extra = zip64
        var record: [UInt8] = []
        record.reserveCapacity(46 + name.utf8.count + extra.count)
        record.append(little: UInt32(0x0201_4B50))
        // Made on Unix, by 4.5 of the specification.
        record.append(little: UInt16(3 << 8 | 45))
        record.append(little: versionNeeded)
        appendFacts(to: &record, time, extra: extra)
        record.append(little: UInt16(0))  // comment
        record.append(little: UInt16(0))  // disk
        record.append(little: UInt16(0))  // internal attributes
        record.append(little: UInt32(0o100644) << 16)
        record.append(little: needsLongOffset ? .max : UInt32(truncatingIfNeeded: offset))
        record.append(contentsOf: name.utf8)
        record.append(contentsOf: extra)
        return record
    }

    /// What both headers have alike.
    private func appendFacts(
        to record: inout [UInt8], _ time: DOSTimestamp, extra: [UInt8]
    ) {
        let shortSize = needsLongSize ? UInt32.max : UInt32(truncatingIfNeeded: size)
        record.append(little: Self.flags)
        record.append(little: UInt16(0))  // stored
        record.append(little: time.time)
        record.append(little: time.date)
        record.append(little: checksum)
        record.append(little: shortSize)
        record.append(little: shortSize)
        record.append(little: UInt16(name.utf8.count))
        record.append(little: UInt16(extra.count))
    }

    /// The ZIP64 field of the central directory: the numbers that do not fit, in this order.
    private var zip64: [UInt8] {
        var numbers: [UInt64] = []
        if needsLongSize { numbers += [UInt64(size), UInt64(size)] }
        if needsLongOffset { numbers.append(UInt64(offset)) }
        guard !numbers.isEmpty else { return [] }
        var field: [UInt8] = []
        field.append(little: Self.zip64Field)
        field.append(little: UInt16(numbers.count * 8))
        for number in numbers { field.append(little: number) }
        return field
    }
}

/// The end of a ZIP archive.
struct ZIPEnd {
    let entryCount: Int
    /// The central directory.
    let offset: Int
    let size: Int

    func records() -> [UInt8] {
        var record: [UInt8] = []
        let isLong =
            entryCount >= 0xFFFF || offset >= ZIPEntry.limit32 || size >= ZIPEntry.limit32
        if isLong {
            record.append(little: UInt32(0x0606_4B50))
            record.append(little: UInt64(44))
            record.append(little: UInt16(3 << 8 | 45))
            record.append(little: UInt16(45))
            record.append(little: UInt32(0))
            record.append(little: UInt32(0))
            record.append(little: UInt64(entryCount))
            record.append(little: UInt64(entryCount))
            record.append(little: UInt64(size))
            record.append(little: UInt64(offset))
            // Where the record above is found.
            record.append(little: UInt32(0x0706_4B50))
            record.append(little: UInt32(0))
            record.append(little: UInt64(offset + size))
            record.append(little: UInt32(1))
        }
        let shortCount = UInt16(min(entryCount, 0xFFFF))
        record.append(little: UInt32(0x0605_4B50))
        record.append(little: UInt16(0))
        record.append(little: UInt16(0))
        record.append(little: shortCount)
        record.append(little: shortCount)
        record.append(little: UInt32(min(size, ZIPEntry.limit32)))
        record.append(little: UInt32(min(offset, ZIPEntry.limit32)))
        record.append(little: UInt16(0))
        return record
    }
}
