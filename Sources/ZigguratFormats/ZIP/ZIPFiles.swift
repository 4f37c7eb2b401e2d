internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSources
internal import ZigguratSystem

/// The files in a ZIP archive, found through its central directory. ZIP64 is supported.
final class ZIPFiles: BundleFiles {
    private let file: RandomAccessFile
    private let directory: ZIPDirectory

    /// The largest file to decompress, in bytes; no file of a bundle is larger.
    private static let maximumByteCount = 1 << 28

    init(_ path: String) throws(ZigguratError) {
        file = try RandomAccessFile(path)
        directory = try ZIPDirectory(of: file)
    }

    var faults: [ZigguratError] {
        directory.faults.map { ZigguratError($0.fault, place(of: $0.name)) }
    }

    func names(in folder: String) throws(ZigguratError) -> [String] {
        let prefix = folder.isEmpty ? [] : Array("\(folder)/".utf8)
        var names: Set<String> = []
        directory.forEachName { name in
            guard name.starts(with: prefix) else { return }
            let rest = name.dropFirst(prefix.count)
            let end = rest.firstIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? rest.endIndex
            if !rest.isEmpty { names.insert(String(decoding: rest[..<end], as: UTF8.self)) }
        }
        return names.sorted()
    }

    func contents(of path: String) throws(ZigguratError) -> [UInt8]? {
        guard let entry = directory.entry(named: path) else { return nil }
        let start = try dataOffset(of: entry, path)
        let packed = try file.bytes(entry.packedSize, at: start)
        let bytes: [UInt8]
        switch entry.method {
        case 0: bytes = packed
        case 8:
            guard Self.isPlausible(entry), let inflated = Inflate.raw(packed, byteCount: entry.size)
            else { throw failure(.damagedCompression(.file), path) }
            bytes = inflated
        default: throw failure(.unsupportedCompression(method: entry.method), path)
        }
        guard bytes.count == entry.size, Self.checksum(of: bytes) == entry.checksum else {
            throw failure(.checksumMismatch, path)
        }
        return bytes
    }

    func packedRange(of path: String) throws(ZigguratError) -> Range<Int>? {
        guard let entry = directory.entry(named: path), entry.method == 0 else { return nil }
        let start = try dataOffset(of: entry, path)
        return start..<start + entry.size
    }

    func deflatedPart(of path: String) throws(ZigguratError) -> DeflatedPart? {
        guard let entry = directory.entry(named: path), entry.method == 8 else { return nil }
        let start = try dataOffset(of: entry, path)
        guard Self.isPlausible(entry) else { throw failure(.damagedCompression(.file), path) }
        return DeflatedPart(
            file, start..<start + entry.packedSize, byteCount: entry.size, checksum: entry.checksum)
    }

    /// Whether the size of an entry is possible. Deflate compresses at most 1032 to 1, so a larger
    /// size is an attack.
    private static func isPlausible(_ entry: ZIPEntry) -> Bool {
        entry.size <= min(max(1 << 20, entry.packedSize * 1100), maximumByteCount)
    }

    /// Returns the offset of an entry's data, which lie inside the file.
    private func dataOffset(of entry: ZIPEntry, _ path: String) throws(ZigguratError) -> Int {
        let length = ZIPLocalHeader.fixedLength
        let bytes = try file.bytes(length + entry.name.count, at: entry.headerOffset)
        guard let header = ZIPLocalHeader(bytes) else { throw failure(.missingLocalHeader, path) }
        guard header.entry.name == entry.name else { throw failure(.localNameMismatch, path) }
        guard !entry.isEncrypted else { throw failure(.encrypted, path) }
        let start = entry.headerOffset + header.byteCount
        guard entry.packedSize <= file.byteCount - start else { throw failure(.truncated, path) }
        // Deflate adds at most five bytes to 64 KiB of incompressible data.
        guard entry.method != 0 || entry.packedSize == entry.size,
            entry.packedSize <= entry.size + entry.size / 8 + 1024
        else { throw failure(.lengthMismatch, path) }
        return start
    }

    func byteCount(of path: String) -> Int? { directory.entry(named: path)?.size }

    func tileImage(at path: String) throws(ZigguratError) -> TileImage? {
        guard let bytes = try contents(of: path) else { return nil }
        return try TileImage.read(bytes)
    }

    func forEachFile(_ body: (_ path: String, _ byteCount: Int) -> Bool) throws(ZigguratError) {
        directory.forEachEntry { entry in
            // Folders may have entries, too.
            guard entry.name.last != UInt8(ascii: "/") else { return true }
            return body(String(decoding: entry.name, as: UTF8.self), entry.size)
        }
    }

    func place(of path: String) -> String { path.isEmpty ? file.path : "\(file.path)/\(path)" }

    private static func checksum(of bytes: [UInt8]) -> UInt32 {
        unsafe CRC32.checksum(of: bytes.span.bytes)
    }

    private func failure(_ fault: ArchiveError, _ path: String) -> ZigguratError {
        ZigguratError(fault, place(of: path))
    }
}
