internal import ZigguratCore
internal import ZigguratSystem

/// A temporary file for tiles until their places in an archive are known. Tiles with equal bytes
/// are stored once.
///
/// Memory grows only with the number of tiles: about 80 bytes for each tile. One thread may use a
/// spool at a time.
final class TileSpool {
    /// Bytes in the temporary file.
    struct Content {
        let offset: Int
        let byteCount: Int
        /// The number of an earlier content with the same checksum and length; −1 if no such
        /// content exists.
        fileprivate let previous: Int
    }

    private struct Key: Hashable {
        let checksum: UInt32
        let byteCount: Int
    }

    private let file: ArchiveFile
    private(set) var contents: [Content] = []
    private var latest: [Key: Int] = [:]
    /// The size of all contents, in bytes.
    private(set) var byteCount = 0

    /// - Parameter path: the archive; the temporary file is created beside it.
    init(beside path: String) throws(ZigguratError) {
        file = try ArchiveFile(path, isTemporary: true)
    }

    /// Stores a tile and returns the number of its content.
    func append(_ bytes: RawSpan) throws(ZigguratError) -> Int {
        let key = Key(checksum: CRC32.checksum(of: bytes), byteCount: bytes.byteCount)
        let previous = latest[key] ?? -1
        if let content = try find(bytes, from: previous) { return content }
        try file.write(bytes, at: byteCount)
        latest[key] = contents.count
        contents.append(
            Content(offset: byteCount, byteCount: key.byteCount, previous: previous))
        byteCount += key.byteCount
        return contents.count - 1
    }

    /// Returns the number of an earlier content with the same bytes. Equal checksums do not prove
    /// equal bytes, so the bytes are compared.
    private func find(_ bytes: RawSpan, from latest: Int) throws(ZigguratError) -> Int? {
        var candidate = latest
        while candidate >= 0 {
            let content = contents[candidate]
            let stored = try self.bytes(of: candidate)
            let isEqual = unsafe bytes.withUnsafeBytes { unsafe $0.elementsEqual(stored) }
            if isEqual { return candidate }
            candidate = content.previous
        }
        return nil
    }

    func bytes(of content: Int) throws(ZigguratError) -> [UInt8] {
        try file.read(contents[content].byteCount, at: contents[content].offset)
    }

    /// Copies contents to a file without gaps. Contents that are adjacent in the temporary file are
    /// copied in one step.
    func copy(
        _ order: [Int], to target: ArchiveFile, at start: Int
    ) throws(ZigguratError) {
        let longest = 1 << 20
        var end = start
        var pending = 0..<0
        for content in order.lazy.map({ self.contents[$0] }) {
            if content.offset == pending.upperBound, pending.count + content.byteCount <= longest {
                pending = pending.lowerBound..<(content.offset + content.byteCount)
                continue
            }
            try target.write(file.read(pending.count, at: pending.lowerBound), at: end)
            end += pending.count
            pending = content.offset..<(content.offset + content.byteCount)
        }
        try target.write(file.read(pending.count, at: pending.lowerBound), at: end)
    }

    /// Removes the temporary file.
    func close() throws(ZigguratError) { try file.close() }
}
