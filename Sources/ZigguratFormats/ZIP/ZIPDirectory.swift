internal import ZigguratCore
internal import ZigguratSystem

/// The central directory of a ZIP archive: the bytes of the file, and an index of 16 bytes for each
/// entry, sorted by the hash of the name.
struct ZIPDirectory: Sendable {
    /// The invalid entries, with their names.
    let faults: [(name: String, fault: ArchiveError)]
    private let bytes: [UInt8]
    /// The hash of each name, and the offset of its record in the directory.
    private let keys: [(hash: Int, record: Int)]

    /// The largest directory, which stays in memory: enough for ten million entries with long
    /// names.
    private static let maximumByteCount = 1 << 30

    init(of file: RandomAccessFile) throws(ZigguratError) {
        let end = try ZIPEnd(of: file)
        let damage = ZigguratError(ArchiveError.damaged(.directory), file.path)
        guard end.directorySize <= Self.maximumByteCount else { throw damage }
        bytes = try file.bytes(end.directorySize, at: end.directoryOffset)
        var keys: [(hash: Int, record: Int)] = []
        keys.reserveCapacity(min(end.entryCount, bytes.count / ZIPCentralHeader.fixedLength))
        var faults: [(name: String, fault: ArchiveError)] = []
        var start = 0
        for _ in 0..<end.entryCount {
            guard let header = ZIPCentralHeader(bytes, at: start) else { throw damage }
            keys.append((Self.hash(header.entry.name), start))
            if Self.leadsOut(header.entry.name) {
                faults.append((String(decoding: header.entry.name, as: UTF8.self), .unsafePath))
            }
            start += header.byteCount
        }
        keys.sort(by: <)
        for (key, next) in zip(keys, keys.dropFirst()) where key.hash == next.hash {
            let name = ZIPCentralHeader.name(at: key.record, in: bytes)
            if name == ZIPCentralHeader.name(at: next.record, in: bytes) {
                faults.append((String(decoding: name, as: UTF8.self), .duplicateEntry))
            }
        }
        self.keys = keys
        self.faults = faults
    }

    /// Returns the entry with a name, or the first of several entries.
    func entry(named path: String) -> ZIPEntry? {
        let hash = Self.hash(path.utf8)
        let first = keys.firstSortedIndex { $0.hash >= hash }
        let matches = keys[first...].prefix { $0.hash == hash }
        return matches.first {
            ZIPCentralHeader.name(at: $0.record, in: bytes).elementsEqual(path.utf8)
        }.flatMap { ZIPCentralHeader(bytes, at: $0.record)?.entry }
    }

    func forEachName(_ body: (ArraySlice<UInt8>) -> Void) {
        for key in keys { body(ZIPCentralHeader.name(at: key.record, in: bytes)) }
    }

    /// Calls the body with each entry until it returns `false`.
    func forEachEntry(_ body: (ZIPEntry) -> Bool) {
        for key in keys {
            guard let header = ZIPCentralHeader(bytes, at: key.record), body(header.entry) else {
                return
            }
        }
    }

    /// Returns the FNV-1a of a name, which is equal for strings and arrays; `Hasher` gives
    /// different values.
    private static func hash(_ name: some Sequence<UInt8>) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in name { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return Int(bitPattern: UInt(hash))
    }

    private static func leadsOut(_ name: [UInt8]) -> Bool {
        let slash = UInt8(ascii: "/")
        return name.first == slash || name.contains(UInt8(ascii: "\\"))
            || name.split(separator: slash).contains { $0.elementsEqual("..".utf8) }
    }
}

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
        guard start >= 0 else { throw ZigguratError(ArchiveError.missingEnd, file.path) }
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
                    throw ZigguratError(ArchiveError.damaged(.directory), file.path)
                }
                end = ZIPEnd(
                    entryCount: record.little(8, at: 32),
                    directoryOffset: record.little(8, at: 48),
                    directorySize: record.little(8, at: 40))
            }
        }
        guard end.directoryOffset + end.directorySize <= file.byteCount else {
            throw ZigguratError(ArchiveError.damaged(.directory), file.path)
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
