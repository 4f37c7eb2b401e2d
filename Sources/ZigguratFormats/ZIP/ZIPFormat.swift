internal import Synchronization
package import ZigguratCore
package import ZigguratSystem

/// A ZIP archive of a whole bundle with page and viewer, uncompressed.
///
/// Source: APPNOTE.TXT 6.3.10, sections 4.3 (records), 4.4 (fields) and 4.5.3 (ZIP64):
/// https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT.
package struct ZIPFormat: ContainerFormat {
    package let name = "zip"
    package let summary = "one archive of everything, stored as it is: to send, keep or unpack"
    /// Each file has two headers with its path.
    package let traits = ContainerTraits(holdsPages: true, bytesPerFile: 150)

    package var abilities: ContainerAbilities {
        ContainerAbilities {
            $0.reader = self
            $0.ranges = self
        }
    }

    package func path(of bundle: BundleDescription) -> String { folder(of: bundle) + ".zip" }

    package func open(
        _ bundle: BundleDescription, at path: String
    ) throws(ZigguratError) -> any Container {
        try ZIPContainer.ordered(bundle, at: path, folder: folder(of: bundle))
    }

    private func folder(of bundle: BundleDescription) -> String {
        "\(bundle.pyramid.name)-\(bundle.layout)"
    }
}

extension ZIPFormat: RangeReadableContainer {
    package var archiveKind: ArchiveKind { .zip }
    package func pageFolder(of bundle: BundleDescription) -> String { "\(bundle.layout)-zip" }
    package func tileFolder(of bundle: BundleDescription) -> String { folder(of: bundle) + "/" }
}

extension ContainerFormat where Self == ZIPFormat { package static var zip: Self { Self() } }

/// Opens ZIP archives, SZI files among them.
extension ZIPFormat: ContainerReader {
    /// Recognises a local header, or the end record of an empty archive.
    package func recognises(_ head: [UInt8]) -> Bool {
        head.starts(with: [0x50, 0x4B, 3, 4]) || head.starts(with: [0x50, 0x4B, 5, 6])
    }

    package func read(_ path: String, known: FoundPyramid?) throws(ZigguratError) -> OpenedContainer
    {
        let files = try ZIPFiles(path)
        return .files(files, faults: files.faults)
    }
}

/// A container that writes a bundle into a ZIP archive: all files are uncompressed, in one top
/// folder.
///
/// A thread reserves a range of the file under the lock, and writes to the range outside the lock.
/// The central directory stays in memory until the end: about 150 bytes for each file.
final class ZIPContainer: Container {
    private struct Contents {
        var end: Int
        var entries: [ZIPEntry] = []
        var names: Set<String> = []
    }

    private let file: ArchiveFile
    private let folder: String
    private let time: DOSTimestamp
    private let contents: Mutex<Contents>

    private static let longestName = 0xFFFF

    /// - Parameters:
    ///   - folder: The top folder, without a slash.
    ///   - time: The time of every file.
    ///   - start: The offset of the archive in the file.
    init(
        _ path: String, folder: String, time: DOSTimestamp = .earliest, startingAt start: Int = 0
    ) throws(ZigguratError) {
        file = try ArchiveFile(path)
        self.folder = folder
        self.time = time
        contents = Mutex(Contents(end: start))
    }

    package func write(
        _ path: String, tile: Tile.Address?, _ bytes: RawSpan, twin: StoredFile?
    ) throws(ZigguratError) -> StoredFile? {
        let name = "\(folder)/\(path)"
        guard name.utf8.count <= Self.longestName else {
            throw failure(.pathTooLong(limit: Self.longestName), name)
        }
        let checksum = CRC32.checksum(of: bytes)
        let byteCount = bytes.byteCount
        let header = try contents.withLock { contents throws(ZigguratError) in
            guard contents.names.insert(name).inserted else { throw failure(.duplicatePath, name) }
            let entry = ZIPEntry(
                name: name, headerOffset: contents.end, size: byteCount, checksum: checksum,
                timestamp: time)
            let header = ZIPLocalHeader(entry)
            contents.entries.append(entry)
            contents.end += header.byteCount + byteCount
            return header
        }
        let start = header.entry.headerOffset
        try file.write(header.bytes, at: start)
        try file.write(bytes, at: start + header.byteCount)
        return nil
    }

    /// Creates an archive whose bytes depend only on the bundle's files and the time of the source.
    static func ordered(
        _ bundle: BundleDescription, at path: String, folder: String
    ) throws(ZigguratError) -> any Container {
        let time = bundle.sourceTime.map { DOSTimestamp(secondsSince1970: $0) } ?? .earliest
        return OrderedContainer(
            try ZIPContainer(path, folder: folder, time: time), of: bundle.pyramid, at: path)
    }

    func finish() throws(ZigguratError) -> ContainerTotals {
        let contents = contents.withLock { $0 }
        for name in contents.names { try checkParents(of: name, among: contents.names) }
        var end = contents.end
        var block: [UInt8] = []
        for entry in contents.entries {
            block += ZIPCentralHeader(entry).bytes
            guard block.count >= 1 << 20 else { continue }
            try file.write(block, at: end)
            end += block.count
            block.removeAll(keepingCapacity: true)
        }
        block +=
            ZIPEnd(
                entryCount: contents.entries.count, directoryOffset: contents.end,
                directorySize: end + block.count - contents.end
            ).bytes
        try file.write(block, at: end)
        try file.close()
        return ContainerTotals(files: contents.entries.count, bytes: end + block.count)
    }

    /// Rejects a file whose path is another file's folder: such an archive could not be unpacked.
    private func checkParents(of name: String, among names: Set<String>) throws(ZigguratError) {
        var parent = name.utf8[...]
        while let slash = parent.lastIndex(of: UInt8(ascii: "/")) {
            parent = parent[..<slash]
            if let parent = String(parent), names.contains(parent) {
                throw failure(.duplicatePath, parent)
            }
        }
    }

    private func failure(_ reason: ContainerError, _ name: String) -> ZigguratError {
        ZigguratError(reason, "\(file.path), \(name)")
    }
}
