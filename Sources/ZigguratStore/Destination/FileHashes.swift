internal import Synchronization
package import ZigguratCore
internal import ZigguratFormats
package import ZigguratSystem

/// The file `ziggurat.hashes`: a hash of every file of an export. `verify` finds changed bytes with
/// these hashes.
///
/// The file contains 8 bytes `ZIGHASH1`, the number of files, an entry for each file, and the XXH3
/// of all preceding bytes. An entry consists of the XXH3 of the file's path in the export and the
/// XXH3 of its bytes. Entries are sorted by their first number. Numbers have 64 bits, lowest byte
/// first.
package final class FileHashes: Sendable {
    package init() {}

    package static let fileName = "ziggurat.hashes"

    private static let mark = Array("ZIGHASH1".utf8)

    package struct Entry: Hashable, Sendable {
        package let path: UInt64
        package let content: UInt64

        package init(path: UInt64, content: UInt64) {
            (self.path, self.content) = (path, content)
        }

        /// Both hashes in one number. The sum of these numbers over several files does not depend
        /// on the order of the files.
        package var mixed: UInt64 { (path ^ content) &* 0x9E37_79B9_7F4A_7C15 &+ content }
    }

    private let found = Mutex<[Entry]>([])

    /// The entries, sorted by path.
    package var entries: [Entry] {
        found.withLock { $0.sorted { ($0.path, $0.content) < ($1.path, $1.content) } }
    }

    /// The number of files.
    package var count: Int { found.withLock { $0.count } }

    @discardableResult
    package func add(_ path: String, _ bytes: RawSpan) -> Entry {
        let entry = Entry(path: XXH3.hash(path), content: XXH3.hash(bytes))
        found.withLock { $0.append(entry) }
        return entry
    }

    package func add(_ entry: Entry) { found.withLock { $0.append(entry) } }

    /// Adds a file that another writer wrote.
    @discardableResult
    package func add(_ path: String, in folder: String) throws(ZigguratError) -> Entry {
        let content = try XXH3.hash(ofFile: "\(folder)/\(path)")
        let entry = Entry(path: XXH3.hash(path), content: content)
        found.withLock { $0.append(entry) }
        return entry
    }

    package var file: BundleFile {
        let entries = entries
        var bytes = Self.mark
        bytes.reserveCapacity(24 + 16 * entries.count)
        for number in [UInt64(entries.count)] + entries.flatMap({ [$0.path, $0.content] }) {
            bytes.append(little: number)
        }
        bytes.append(little: XXH3.hash(bytes))
        return BundleFile(path: Self.fileName, bytes: bytes)
    }

    /// Reads the hashes of an export. Returns the hash of each file's bytes by the hash of its
    /// path.
    ///
    /// - Throws: ``VerificationError/damagedHashes``.
    package static func read(_ place: String) throws(ZigguratError) -> [UInt64: UInt64] {
        let file = try RandomAccessFile(place)
        // If the length of the file does not match its count, the file is damaged and is not read.
        let count = try file.bytes(8, at: 8).little(8, at: 0)
        let bytes = count == file.byteCount / 16 - 1 ? try file.allBytes() : []
        let end = bytes.count - 8
        guard end >= 16, end % 16 == 0, bytes.starts(with: mark),
            bytes.littleBits(8, at: 8) == UInt64(end / 16 - 1),
            // `unsafe`: the hash uses the span only during the call.
            unsafe XXH3.hash(bytes.span.bytes.extracting(0..<end)) == bytes.littleBits(8, at: end)
        else { throw ZigguratError(VerificationError.damagedHashes, place) }
        var hashes: [UInt64: UInt64] = [:]
        for offset in stride(from: 16, to: end, by: 16) {
            hashes[bytes.littleBits(8, at: offset)] = bytes.littleBits(8, at: offset + 8)
        }
        return hashes
    }
}
