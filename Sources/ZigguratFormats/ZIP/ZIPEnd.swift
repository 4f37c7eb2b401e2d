internal import ZigguratCore
internal import ZigguratSystem

/// The records at the end of a ZIP archive, which lead to the central directory.
///
/// Source: APPNOTE.TXT 6.3.10, sections 4.3.14 (ZIP64 end), 4.3.15 (ZIP64 locator) and 4.3.16
/// (end).
struct ZIPEnd: Equatable {
    let entryCount: Int
    let directoryOffset: Int
    let directorySize: Int

    private static let signature = 0x0605_4B50
    private static let longSignature = 0x0606_4B50
    private static let locatorSignature = 0x0706_4B50
    private static let length = 22
    private static let longLength = 56
    private static let locatorLength = 20
    private static let countLimit = 0xFFFF

    private var needsLongRecord: Bool {
        entryCount >= Self.countLimit || directoryOffset >= ZIPEntry.limit
            || directorySize >= ZIPEntry.limit
    }

}

extension ZIPEnd {
    /// Finds the end records of an archive. An archive comment of up to 64 KiB may follow them.
    init(of file: RandomAccessFile) throws(ZigguratError) {
        let tailStart = max(0, file.byteCount - Self.length - 0xFFFF)
        let tail = try file.bytes(file.byteCount - tailStart, at: tailStart)
        var start = tail.count - Self.length
        while start >= 0,
            tail.little(4, at: start) != Self.signature
                || start + Self.length + tail.little(2, at: start + 20) > tail.count
        { start -= 1 }
        guard start >= 0 else { throw ZigguratError(ArchiveFault.missingEnd, file.path) }
        var end = ZIPEnd(
            entryCount: tail.little(2, at: start + 10),
            directoryOffset: tail.little(4, at: start + 16),
            directorySize: tail.little(4, at: start + 12))
        if end.needsLongRecord {
            let locator = try file.bytes(
                Self.locatorLength, at: tailStart + start - Self.locatorLength)
            if locator.little(4, at: 0) == Self.locatorSignature {
                let record = try file.bytes(Self.longLength, at: locator.little(8, at: 8))
                guard record.little(4, at: 0) == Self.longSignature else {
                    throw ZigguratError(ArchiveFault.damaged(.directory), file.path)
                }
                end = ZIPEnd(
                    entryCount: record.little(8, at: 32),
                    directoryOffset: record.little(8, at: 48),
                    directorySize: record.little(8, at: 40))
            }
        }
        guard end.directoryOffset + end.directorySize <= file.byteCount else {
            throw ZigguratError(ArchiveFault.damaged(.directory), file.path)
        }
        self = end
    }

    var bytes: [UInt8] {
        let shortCount = UInt16(min(entryCount, Self.countLimit))
        let short = [UInt8](
            fields: UInt32(Self.signature), UInt16(0), UInt16(0), shortCount, shortCount,
            UInt32(min(directorySize, ZIPEntry.limit)),
            UInt32(min(directoryOffset, ZIPEntry.limit)), UInt16(0))
        guard needsLongRecord else { return short }
        // The second field is the length of the rest of the record.
        return [UInt8](
            fields: UInt32(Self.longSignature), UInt64(Self.longLength - 12),
            ZIPCentralHeader.madeBy, UInt16(45), UInt32(0), UInt32(0), UInt64(entryCount),
            UInt64(entryCount), UInt64(directorySize), UInt64(directoryOffset),
            UInt32(Self.locatorSignature), UInt32(0), UInt64(directoryOffset + directorySize),
            UInt32(1)) + short
    }
}
