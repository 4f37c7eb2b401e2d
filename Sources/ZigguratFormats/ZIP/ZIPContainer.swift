internal import Synchronization
internal import ZigguratCore
internal import ZigguratSystem

/// A ZIP archive in the making: every file stored as it is, below one top folder.
///
/// A writer reserves the place of its file and then writes there; several do so at once. The
/// central directory is kept in memory and written at the end: some 150 bytes a file.
final class ZIPContainer: Container {
    private struct Contents {
        var end: Int
        var entries: [ZIPEntry] = []
        var names: Set<String> = []
    }

    private let file: ArchiveFile
    private let folder: String
    private let time = DOSTimestamp.now()
    private let contents: Mutex<Contents>

    /// - Parameters:
    ///   - folder: the top folder, without a slash.
    ///   - start: where the archive begins in its file; what is in front of it is left as it is.
    init(_ path: String, folder: String, startingAt start: Int = 0) throws(ZigguratError) {
        file = try ArchiveFile(path)
        self.folder = folder
        contents = Mutex(Contents(end: start))
    }

    func write(
        _ path: String, tile: TileAddress?, _ bytes: RawSpan, twin: StoredFile?
    ) throws(ZigguratError) -> StoredFile? {
        let name = "\(folder)/\(path)"
        guard name.utf8.count <= 0xFFFF else {
            throw ZigguratError(.unwritable, inside(name), "the path is too long for an archive")
        }
        let checksum = CRC32.checksum(of: bytes)
        let byteCount = bytes.byteCount
        let (entry, header) = try contents.withLock { contents throws(ZigguratError) in
            guard contents.names.insert(name).inserted else { throw clash(name) }
            let entry = ZIPEntry(
                name: name, offset: contents.end, size: byteCount, checksum: checksum)
            let header = entry.localHeader(time)
            contents.entries.append(entry)
            contents.end += header.count + byteCount
            return (entry, header)
        }
        try file.write(header, at: entry.offset)
        try file.write(bytes, at: entry.offset + header.count)
        return nil
    }

    func finish() throws(ZigguratError) -> ContainerTotals {
        let contents = contents.withLock { $0 }
        for entry in contents.entries { try checkParents(of: entry.name, among: contents.names) }
        var end = contents.end
        var block: [UInt8] = []
        for entry in contents.entries {
            block += entry.centralHeader(time)
            guard block.count >= 1 << 20 else { continue }
            try file.write(block, at: end)
            end += block.count
            block.removeAll(keepingCapacity: true)
        }
        let directorySize = end + block.count - contents.end
        block += ZIPEnd(
            entryCount: contents.entries.count, offset: contents.end, size: directorySize
        ).records()
        try file.write(block, at: end)
        try file.close()
        return ContainerTotals(files: contents.entries.count, bytes: end + block.count)
    }

    /// A file cannot be a folder of other files, or the archive cannot be unpacked.
    private func checkParents(of name: String, among names: Set<String>) throws(ZigguratError) {
        var parent = name.utf8[...]
        while let slash = parent.lastIndex(of: UInt8(ascii: "/")) {
            parent = parent[..<slash]
            if let parent = String(parent), names.contains(parent) { throw clash(parent) }
        }
    }

    private func clash(_ name: String) -> ZigguratError { .nameClash(at: inside(name)) }

    private func inside(_ name: String) -> String { "\(file.path), \(name)" }
}
