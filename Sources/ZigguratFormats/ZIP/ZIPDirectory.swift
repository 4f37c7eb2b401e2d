internal import ZigguratCore
internal import ZigguratSystem

/// The central directory of a ZIP archive: the bytes of the file, and an index of 16 bytes for each
/// entry, sorted by the hash of the name.
struct ZIPDirectory: Sendable {
    /// The invalid entries, with their names.
    let faults: [(name: String, fault: ArchiveFault)]
    private let bytes: [UInt8]
    /// The hash of each name, and the offset of its record in the directory.
    private let keys: [(hash: Int, record: Int)]

    /// The largest directory, which stays in memory: enough for ten million entries with long
    /// names.
    private static let maximumByteCount = 1 << 30

    init(of file: RandomAccessFile) throws(ZigguratError) {
        let end = try ZIPEnd(of: file)
        let damage = ZigguratError(ArchiveFault.damaged(.directory), file.path)
        guard end.directorySize <= Self.maximumByteCount else { throw damage }
        bytes = try file.bytes(end.directorySize, at: end.directoryOffset)
        var keys: [(hash: Int, record: Int)] = []
        keys.reserveCapacity(min(end.entryCount, bytes.count / ZIPCentralHeader.fixedLength))
        var faults: [(name: String, fault: ArchiveFault)] = []
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
