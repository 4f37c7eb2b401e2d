internal import ZigguratCore
internal import ZigguratSystem

/// The central directory of a ZIP archive: kept as it is in the file, with an index by name of 16
/// bytes an entry.
struct ZipDirectory: Sendable {
    struct Entry {
        /// Where the record stands in the directory.
        let record: Int
        let flags: Int
        let method: Int
        let checksum: UInt32
        let packedCount: Int
        let byteCount: Int
        let headerOffset: Int
    }

    private struct Key: Hashable, Comparable {
        let hash: Int
        let record: Int

        static func < (left: Key, right: Key) -> Bool {
            (left.hash, left.record) < (right.hash, right.record)
        }
    }

    /// Entries that no archive should have.
    let faults: [(name: String, problem: String)]
    private let bytes: [UInt8]
    private let keys: [Key]

    private static let recordLength = 46
    /// Ten million entries with long names; it is kept in memory.
    private static let maximumByteCount = 1 << 30

    init(of file: RandomAccessFile) throws(ZigguratError) {
        let place = try Self.place(in: file)
        guard place.byteCount <= Self.maximumByteCount else { throw Self.damage(file.path) }
        bytes = try file.bytes(place.byteCount, at: place.offset)
        var keys: [Key] = []
        keys.reserveCapacity(min(place.entryCount, bytes.count / Self.recordLength))
        var faults: [(name: String, problem: String)] = []
        var start = 0
        for _ in 0..<place.entryCount {
            guard start + Self.recordLength <= bytes.count,
                bytes.little(4, at: start) == 0x0201_4B50
            else { throw Self.damage(file.path) }
            let nameLength = bytes.little(2, at: start + 28)
            let end =
                start + Self.recordLength + nameLength + bytes.little(2, at: start + 30)
                + bytes.little(2, at: start + 32)
            guard end <= bytes.count else { throw Self.damage(file.path) }
            let name = bytes[start + Self.recordLength..<start + Self.recordLength + nameLength]
            keys.append(Key(hash: Self.hash(name), record: start))
            if Self.leadsOut(name) {
                faults.append(
                    (String(decoding: name, as: UTF8.self), "its name leads out of the archive"))
            }
            start = end
        }
        keys.sort()
        for (key, next) in zip(keys, keys.dropFirst()) where key.hash == next.hash {
            let name = Self.name(at: key.record, in: bytes)
            if name == Self.name(at: next.record, in: bytes) {
                faults.append(
                    (String(decoding: name, as: UTF8.self), "it is in the archive twice"))
            }
        }
        self.keys = keys
        self.faults = faults
    }

    /// The entry of a name; of several the first one.
    func entry(named path: String) -> Entry? {
        let hash = Self.hash(path.utf8)
        var low = 0
        var high = keys.count
        while low < high {
            let middle = (low + high) / 2
            if keys[middle].hash < hash { low = middle + 1 } else { high = middle }
        }
        while low < keys.count, keys[low].hash == hash {
            let record = keys[low].record
            if Self.name(at: record, in: bytes).elementsEqual(path.utf8) {
                return entry(at: record)
            }
            low += 1
        }
        return nil
    }

    func name(of entry: Entry) -> String {
        String(decoding: Self.name(at: entry.record, in: bytes), as: UTF8.self)
    }

    func forEachName(_ body: (ArraySlice<UInt8>) -> Void) {
        for key in keys { body(Self.name(at: key.record, in: bytes)) }
    }

    /// Every entry until the answer is `false`.
    func forEachEntry(_ body: (Entry) -> Bool) {
        for key in keys {
            guard body(entry(at: key.record)) else { return }
        }
    }

    private func entry(at record: Int) -> Entry {
        var packed = bytes.little(4, at: record + 20)
        var plain = bytes.little(4, at: record + 24)
        var offset = bytes.little(4, at: record + 42)
        // ZIP64, 4.5.3: those of the numbers that are too large for 32 bits, in this order.
        var extra = record + Self.recordLength + bytes.little(2, at: record + 28)
        let extraEnd = extra + bytes.little(2, at: record + 30)
        while extra + 4 <= extraEnd {
            let end = min(extraEnd, extra + 4 + bytes.little(2, at: extra + 2))
            if bytes.little(2, at: extra) == 1 {
                var field = extra + 4
                let next = { (value: inout Int) in
                    guard value == 0xFFFF_FFFF, field + 8 <= end else { return }
                    value = bytes.little(8, at: field)
                    field += 8
                }
                next(&plain)
                next(&packed)
                next(&offset)
            }
            extra = end
        }
        return Entry(
            record: record, flags: bytes.little(2, at: record + 8),
            method: bytes.little(2, at: record + 10),
            checksum: UInt32(bytes.little(4, at: record + 16)), packedCount: packed,
            byteCount: plain, headerOffset: offset)
    }

    private static func name(at record: Int, in bytes: [UInt8]) -> ArraySlice<UInt8> {
        let start = record + recordLength
        return bytes[start..<start + bytes.little(2, at: record + 28)]
    }

    /// FNV-1a: the same for the same bytes, however they are kept.
    private static func hash(_ name: some Sequence<UInt8>) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in name { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return Int(bitPattern: UInt(hash))
    }

    private static func leadsOut(_ name: ArraySlice<UInt8>) -> Bool {
        let slash = UInt8(ascii: "/")
        return name.first == slash || name.contains(UInt8(ascii: "\\"))
            || name.split(separator: slash).contains { $0.elementsEqual("..".utf8) }
    }

    private struct Place {
        let offset: Int
        let byteCount: Int
        let entryCount: Int
    }

    /// Where the directory is: its end stands within 64 KiB of the archive's.
    private static func place(in file: RandomAccessFile) throws(ZigguratError) -> Place {
        let tailStart = max(0, file.byteCount - 65_557)
        let tail = try file.bytes(65_557, at: tailStart)
        var end = tail.count - 22
        while end >= 0,
            tail.little(4, at: end) != 0x0605_4B50
                || end + 22 + tail.little(2, at: end + 20) > tail.count
        { end -= 1 }
        guard end >= 0 else {
            throw ZigguratError(
                .invalidPyramid, file.path,
                "the archive has no end: it is no ZIP, or a part of one",
                remedy: "get a complete copy of it")
        }
        var place = Place(
            offset: tail.little(4, at: end + 16), byteCount: tail.little(4, at: end + 12),
            entryCount: tail.little(2, at: end + 10))
        if place.offset == 0xFFFF_FFFF || place.byteCount == 0xFFFF_FFFF
            || place.entryCount == 0xFFFF
        {
            let locator = try file.bytes(20, at: tailStart + end - 20)
            if locator.little(4, at: 0) == 0x0706_4B50 {
                let record = try file.bytes(56, at: locator.little(8, at: 8))
                guard record.little(4, at: 0) == 0x0606_4B50 else { throw damage(file.path) }
                place = Place(
                    offset: record.little(8, at: 48), byteCount: record.little(8, at: 40),
                    entryCount: record.little(8, at: 32))
            }
        }
        guard place.offset + place.byteCount <= file.byteCount else { throw damage(file.path) }
        return place
    }

    private static func damage(_ path: String) -> ZigguratError {
        ZigguratError(
            .invalidPyramid, path, "the archive's directory is damaged",
            remedy: "get a good copy of it")
    }
}
