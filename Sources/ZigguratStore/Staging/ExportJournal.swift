internal import FoundationEssentials
internal import Synchronization
internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
package import ZigguratPyramid
internal import ZigguratSources
package import ZigguratSystem

/// The file `.journal` in a hidden folder: a record of each complete tile of a large export. A
/// repeated run does not encode these tiles again.
///
/// The file contains 8 bytes `ZIGJRNL1`, the length of the header, the header in JSON, its XXH3,
/// and a record for each tile. A record contains the XXH3 of the tile's path in the export, the
/// XXH3 of its bytes, and a check value. The check value is the XXH3 of these two numbers plus the
/// XXH3 of the header. Numbers have 64 bits, lowest byte first.
///
/// A record is appended when the tile's file is closed, so the file is whole after its process was
/// killed. After a power failure the file may be damaged. Therefore the bytes of each file are
/// hashed before the file is kept, and nothing is flushed for the journal. Damaged records are
/// ignored.
package final class ExportJournal: Sendable {
    package static let fileName = ".journal"
    /// The journal's files in a hidden folder.
    static let fileNames = [fileName] + ResumeRows(rowFileName, build: 0).paths

    private static let rowFileName = ".rows"
    private static let mark = Array("ZIGJRNL1".utf8)
    private static let recordBytes = 24
    /// The longest header that is read, in bytes. Settings with many annotations are shorter.
    private static let longestHeader = 1 << 24
    /// The longest journal that is read, in bytes: 40 million tiles.
    private static let longest = 1 << 30

    /// The tiles of the interrupted export: the hash of each tile's bytes by the hash of its path.
    package let kept: [UInt64: UInt64]
    /// The row file, from which the repeated run continues below the finished tiles.
    package let rowFile: ResumeRows
    /// Whether the kept files were flushed, so that a power failure cannot have damaged them.
    package let areFilesWhole: Bool
    /// The tiles of bands, for an archive.
    package let bandTiles: BandTiles?
    private let file: AppendedFile
    /// The hash of the header.
    private let salt: UInt64
    private let appended = Atomic(0)
    private let claimed = Atomic(0)

    /// Creates the journal of a new hidden folder.
    init(_ folder: String, _ header: Header) throws(ZigguratError) {
        let json = try BundleFile.jsonLine("", header).bytes
        var bytes = Self.mark
        bytes.append(little: UInt64(json.count))
        bytes += json
        salt = XXH3.hash(json)
        bytes.append(little: salt)
        (kept, areFilesWhole, bandTiles) = ([:], false, nil)
        rowFile = ResumeRows("\(folder)/\(Self.rowFileName)", build: salt)
        file = try AppendedFile("\(folder)/\(Self.fileName)", keeping: 0)
        // `unsafe`: the file uses the span only during the call.
        try unsafe file.append(bytes.span.bytes)
    }

    /// Opens the journal of an interrupted export to continue it.
    ///
    /// - Returns: `nil` if the journal belongs to a different export, or has no record.
    init?(continuing folder: String, _ header: Header) throws(ZigguratError) {
        let place = "\(folder)/\(Self.fileName)"
        guard let found = try Self.read(place), found.header == header,
            let bytes = try? RandomAccessFile(place).bytes(Self.longest, at: found.byteCount)
        else { return nil }
        var kept: [UInt64: UInt64] = [:]
        for start in stride(
            from: 0, to: bytes.count - Self.recordBytes + 1, by: Self.recordBytes)
        {
            let record = FileHashes.Entry(
                path: bytes.littleBits(8, at: start), content: bytes.littleBits(8, at: start + 8))
            guard bytes.littleBits(8, at: start + 16) == Self.check(record, found.salt) else {
                continue
            }
            kept[record.path] = record.content
        }
        guard !kept.isEmpty else { return nil }
        (self.kept, areFilesWhole, bandTiles) = (kept, false, nil)
        salt = found.salt
        rowFile = ResumeRows("\(folder)/\(Self.rowFileName)", build: salt)
        let records = bytes.count / Self.recordBytes * Self.recordBytes
        file = try AppendedFile(place, keeping: found.byteCount + records)
    }

    /// Continues an export from tiles that other processes have written. The new journal has no
    /// header, so this export itself cannot be continued.
    ///
    /// - Parameters:
    ///   - kept: the hash of each tile's bytes by the hash of its path, for the tiles in the
    ///     folder.
    ///   - bandTiles: the tiles of bands, for an archive.
    ///   - build: the number in the row file.
    package init(
        of kept: [UInt64: UInt64], _ bandTiles: BandTiles?, in folder: String, build: UInt64
    ) throws(ZigguratError) {
        self.bandTiles = bandTiles
        // The other processes have flushed the tiles.
        (self.kept, salt, areFilesWhole) = (kept, build, true)
        rowFile = ResumeRows("\(folder)/\(Self.rowFileName)", build: build)
        file = try AppendedFile("\(folder)/\(Self.fileName)", keeping: 0)
    }

    /// Whether other processes or an interrupted export have written tiles.
    package var hasTiles: Bool { !kept.isEmpty || bandTiles != nil }

    /// The number of recorded tiles.
    package var count: Int { kept.count + appended.load(ordering: .relaxed) }

    /// Whether the interrupted export has files that are not part of this export.
    var hasUnclaimedFiles: Bool { claimed.load(ordering: .relaxed) < kept.count }

    /// Records a file that is written and closed.
    package func append(_ entry: FileHashes.Entry) throws(ZigguratError) {
        var record: [UInt8] = []
        record.reserveCapacity(Self.recordBytes)
        for number in [entry.path, entry.content, Self.check(entry, salt)] {
            record.append(little: number)
        }
        // `unsafe`: the file uses the span only during the call.
        try unsafe file.append(record.span.bytes)
        appended.add(1, ordering: .relaxed)
    }

    /// Records that a file of the interrupted export is part of this export.
    package func claim() { claimed.add(1, ordering: .relaxed) }

    /// Returns the header of the journal in a hidden folder; returns `nil` if the journal is
    /// missing or invalid.
    package static func header(in folder: String) -> Header? {
        (try? read("\(folder)/\(fileName)"))?.header
    }

    private static func read(
        _ place: String
    ) throws(ZigguratError) -> (header: Header, salt: UInt64, byteCount: Int)? {
        guard FileSystem.attributes(of: place)?.isFile == true else { return nil }
        let file = try RandomAccessFile(place)
        let start = try file.bytes(16, at: 0)
        let length = start.little(8, at: 8)
        guard start.starts(with: mark), length <= longestHeader, file.byteCount <= longest else {
            return nil
        }
        let bytes = try file.bytes(length + 8, at: 16)
        guard bytes.count == length + 8, file.byteCount > 16 + bytes.count else { return nil }
        let json = Array(bytes[..<length])
        let salt = XXH3.hash(json)
        guard bytes.littleBits(8, at: length) == salt, let header = Header(json: json) else {
            return nil
        }
        return (header, salt, 16 + bytes.count)
    }

    private static func check(_ entry: FileHashes.Entry, _ salt: UInt64) -> UInt64 {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16)
        bytes.append(little: entry.path)
        bytes.append(little: entry.content)
        return XXH3.hash(bytes) &+ salt
    }
}

extension ExportJournal {
    /// The source, settings and program of an export. An interrupted export can be continued if the
    /// new export has an equal header.
    package struct Header: Equatable, Codable {
        package let name: String
        /// The absolute path of the source, without symbolic links.
        package let path: String
        private let source: Stamp
        private let settings: ExportSettings
        private let allowsDamaged: Bool
        /// The program. Another version may encode tiles differently.
        private let program: Program

        /// - Returns: `nil` if the source or the program cannot be identified.
        package init?(
            _ name: String, _ settings: ExportSettings, of source: (path: String, FileAttributes?),
            allowsDamaged: Bool
        ) {
            guard let path = FileSystem.resolved(source.path), let file = source.1,
                let program = Program.current
            else { return nil }
            (self.name, self.path, self.settings) = (name, path, settings)
            (self.source, self.program) = (Stamp(file), program)
            self.allowsDamaged = allowsDamaged
        }

        init?(json: [UInt8]) {
            guard let header = try? JSONDecoder().decode(Self.self, from: Data(json)) else {
                return nil
            }
            self = header
        }

        /// Whether the source file and the program are unchanged.
        var canBeContinued: Bool {
            program == Program.current
                && SourceImage.attributes(of: path).map { Stamp($0) } == source
        }
    }

    private struct Program: Equatable, Codable {
        let generator: String
        package let file: Stamp

        static let current = FileSystem.attributes(of: "/proc/self/exe").map {
            Program(generator: Ziggurat.generator, file: Stamp($0))
        }
    }

    /// The identity of a file, without its device number, which may change when the machine
    /// restarts.
    private struct Stamp: Equatable, Codable {
        package let bytes: Int
        let inode: UInt64
        /// The modification time in seconds, and its nanoseconds.
        let modified: [Int]
        /// The time of the last status change, in seconds and nanoseconds. This time changes with
        /// the content, and programs cannot set it.
        package let changed: [Int]

        init(_ file: FileAttributes) {
            (bytes, inode) = (file.byteCount, file.identity.inode)
            modified = [file.modified.seconds, file.modified.nanoseconds]
            changed = [file.changed.seconds, file.changed.nanoseconds]
        }
    }
}
