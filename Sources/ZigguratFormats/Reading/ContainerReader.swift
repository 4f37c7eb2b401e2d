package import ZigguratCore
package import ZigguratSystem

/// Opens what a kind of file holds. A reader is a small value; those there are stand in
/// ``ContainerReaders``.
package protocol ContainerReader: Sendable {
    /// Whether a file is of the kind, by its first bytes, of which there are up to 16.
    func recognises(_ head: [UInt8]) -> Bool
    /// Opens a file.
    ///
    /// - Parameter known: the pyramid in it, where somebody knows it.
    func open(_ path: String, known: FoundPyramid?) throws(ZigguratError) -> OpenedContainer
}

/// What a file turned out to hold.
package enum OpenedContainer {
    /// Files, with what is wrong with the archive itself.
    case files(any BundleFiles, faults: [ZigguratError])
    /// A pyramid, with what is wrong with the file besides its tiles.
    case pyramid(any TileSource, faults: () -> [ZigguratError])
}

/// Every kind of file that can be opened.
package enum ContainerReaders {
    static let all: [any ContainerReader] = [
        ZipReader(),
        PMTilesReader(),
        MBTilesReader(),
    ]

    /// The reader of a file; `nil` where it is none that is known.
    package static func reader(of path: String) throws(ZigguratError) -> (any ContainerReader)? {
        let head = try RandomAccessFile(path).bytes(16, at: 0)
        return all.first { $0.recognises(head) }
    }
}

struct ZipReader: ContainerReader {
    /// The first entry, or the end of an archive that has none.
    func recognises(_ head: [UInt8]) -> Bool {
        head.starts(with: [0x50, 0x4B, 3, 4]) || head.starts(with: [0x50, 0x4B, 5, 6])
    }

    func open(_ path: String, known: FoundPyramid?) throws(ZigguratError) -> OpenedContainer {
        let files = try ZipFiles(path)
        return .files(files, faults: files.faults())
    }
}

struct PMTilesReader: ContainerReader {
    func recognises(_ head: [UInt8]) -> Bool { head.starts(with: PMTilesArchive.magic) }

    func open(_ path: String, known: FoundPyramid?) throws(ZigguratError) -> OpenedContainer {
        let archive = try PMTilesArchive(path)
        let source = try PMTilesSource(archive, known: known)
        return .pyramid(source, faults: { source.faults() })
    }
}

struct MBTilesReader: ContainerReader {
    func recognises(_ head: [UInt8]) -> Bool { head.starts(with: Array("SQLite format 3\0".utf8)) }

    func open(_ path: String, known: FoundPyramid?) throws(ZigguratError) -> OpenedContainer {
        let source = try MBTilesSource(path, known: known)
        return .pyramid(source, faults: { source.faults() })
    }
}
