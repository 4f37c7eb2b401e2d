internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The files in a ZIP archive, ZIP64 too, found through its central directory.
///
/// Source: APPNOTE.TXT 6.3.10, sections 4.3.7 (local header), 4.3.12 (central directory), 4.3.14 to
/// 4.3.16 (its end), 4.4 (fields), 4.5.3 (ZIP64).
final class ZipFiles: BundleFiles {
    private let file: RandomAccessFile
    private let directory: ZipDirectory

    init(_ path: String) throws(ZigguratError) {
        file = try RandomAccessFile(path)
        directory = try ZipDirectory(of: file)
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
        let start = try start(of: entry, path)
        // Deflate adds five bytes to 64 KiB that cannot be made smaller.
        guard entry.packedCount <= entry.byteCount + entry.byteCount / 8 + 1024 else {
            throw failure(path, "its two lengths in the archive do not fit together")
        }
        let packed = try file.bytes(entry.packedCount, at: start)
        let bytes: [UInt8]
        switch entry.method {
        case 0: bytes = packed
        case 8:
            // Nothing compresses better than a thousandfold, and nothing in a bundle is larger
            // than 256 MiB.
            guard entry.byteCount <= min(max(1 << 20, packed.count * 1100), 1 << 28),
                let inflated = Inflate.raw(packed, byteCount: entry.byteCount)
            else { throw failure(path, "its compressed data are damaged") }
            bytes = inflated
        default: throw failure(path, "it is compressed by the method \(entry.method)")
        }
        guard bytes.count == entry.byteCount, Self.checksum(of: bytes) == entry.checksum else {
            throw failure(path, "its checksum in the archive is another one")
        }
        return bytes
    }

    func packedRange(of path: String) throws(ZigguratError) -> Range<Int>? {
        guard let entry = directory.entry(named: path), entry.method == 0 else { return nil }
        let start = try start(of: entry, path)
        return start..<start + entry.byteCount
    }

    /// Where the data of an entry begin, all of which are there.
    private func start(
        of entry: ZipDirectory.Entry, _ path: String
    ) throws(ZigguratError) -> Int {
        let header = try file.bytes(30, at: entry.headerOffset)
        guard header.little(4, at: 0) == 0x0403_4B50 else {
            throw failure(path, "its local header is not where the directory says")
        }
        let start =
            entry.headerOffset + 30 + header.little(2, at: 26) + header.little(2, at: 28)
        let name = try file.bytes(header.little(2, at: 26), at: entry.headerOffset + 30)
        guard name.elementsEqual(path.utf8) else {
            throw failure(path, "its local header has another name")
        }
        guard entry.flags & 1 == 0 else { throw failure(path, "it is encrypted") }
        guard entry.packedCount <= file.byteCount - start else {
            throw failure(path, "the archive ends before it does")
        }
        guard entry.method != 0 || entry.packedCount == entry.byteCount else {
            throw failure(path, "its two lengths in the archive do not fit together")
        }
        return start
    }

    func byteCount(of path: String) -> Int? { directory.entry(named: path)?.byteCount }

    func picture(at path: String) throws(ZigguratError) -> TilePicture? {
        guard let bytes = try contents(of: path) else { return nil }
        return try TileInspection.header(of: bytes)
    }

    func forEachFile(_ body: (_ path: String, _ byteCount: Int) -> Bool) throws(ZigguratError) {
        directory.forEachEntry { entry in
            let name = directory.name(of: entry)
            // Folders may have entries of their own.
            guard name.utf8.last != UInt8(ascii: "/") else { return true }
            return body(name, entry.byteCount)
        }
    }

    func place(of path: String) -> String { path.isEmpty ? file.path : "\(file.path)/\(path)" }

    /// What is wrong with the archive as a whole: names that stand in it twice, or lead out of it.
    func faults() -> [ZigguratError] {
        directory.faults.map {
            ZigguratError(.invalidPyramid, place(of: $0.name), $0.problem)
        }
    }

    private static func checksum(of bytes: [UInt8]) -> UInt32 {
        unsafe CRC32.checksum(of: bytes.span.bytes)
    }

    private func failure(_ path: String, _ problem: String) -> ZigguratError {
        ZigguratError(
            .invalidPyramid, place(of: path), problem, remedy: "get a good copy of the archive")
    }
}
