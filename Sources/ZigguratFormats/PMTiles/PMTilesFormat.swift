internal import Synchronization
package import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSources
package import ZigguratSystem

/// PMTiles 3: all tiles in one file. Map clients read the tiles by HTTP range requests.
///
/// Source: PMTiles specification 3.4, sections 3 (header) and 4 (directories):
/// https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md.
package struct PMTilesFormat: ContainerFormat {
    package let name = "pmtiles"
    package let summary = "PMTiles 3, one file read by ranges: MapLibre, Leaflet, OpenLayers"

    /// A tile without a directory entry does not exist. An entry takes about 5 bytes.
    package var traits: ContainerTraits {
        ContainerTraits(
            layouts: [.xyz], tileFormats: TileFormat.all.filter { $0.traits.pmtilesType != nil },
            blanks: .described, bytesPerFile: 5)
    }

    package var abilities: ContainerAbilities {
        ContainerAbilities {
            $0.notes = { _ in [.notGeographic] }
            $0.reader = self
            $0.maps = self
            $0.ranges = self
        }
    }

    package func path(of bundle: BundleDescription) -> String { "\(bundle.pyramid.name).pmtiles" }

    package func open(
        _ bundle: BundleDescription, at path: String
    ) throws(ZigguratError) -> any Container {
        do throws(ZigguratError) {
            return try PMTilesContainer(PMTilesContents(of: bundle), at: path)
        } catch {
            throw error.orAbout(path)
        }
    }
}

extension PMTilesFormat: RangeReadableContainer {
    package var archiveKind: ArchiveKind { .pmtiles }
    package func pageFolder(of bundle: BundleDescription) -> String { name }
    package func tileFolder(of bundle: BundleDescription) -> String { "" }
}

extension ContainerFormat where Self == PMTilesFormat {
    package static var pmtiles: Self { Self() }
}

extension PMTilesFormat: ContainerReader {
    package func recognises(_ head: [UInt8]) -> Bool { head.starts(with: PMTilesHeader.magic) }

    package func read(_ path: String, known: FoundPyramid?) throws(ZigguratError) -> OpenedContainer
    {
        let source = try PMTilesSource(path, known: known)
        return .pyramid(source, faults: source.faults)
    }

    package func mapTiles(in path: String) throws(ZigguratError) -> MapTiles? {
        try PMTilesSource.mapTiles(in: path)
    }

    package func mapMetadata(in path: String) throws(ZigguratError) -> MapMetadata? {
        try PMTilesSource.mapMetadata(in: path)
    }
}

extension PMTilesFormat: MapContainerFormat {
    package func path(ofMap name: String) -> String { "\(name).pmtiles" }

    package func check(_ map: MapDescription) throws(ZigguratError) {
        _ = try PMTilesContents(of: map)
    }

    package func open(
        _ map: MapDescription, at path: String
    ) throws(ZigguratError) -> any Container {
        try PMTilesContainer(PMTilesContents(of: map), at: path)
    }
}

/// A container that writes a PMTiles archive.
///
/// Tiles arrive in any order, but the archive stores them by number, after directories whose size
/// is known only at the end. So tiles go to a temporary file first, without duplicates, and are
/// copied in order at the end. Memory grows only with the number of tiles: about 80 bytes for each
/// tile.
final class PMTilesContainer: Container {
    private struct Tiles {
        var tiles: [(number: Int, content: Int)] = []
        let spool: TileSpool
    }

    private let contents: PMTilesContents
    private let file: ArchiveFile
    private let tiles: Mutex<Tiles>

    init(_ contents: PMTilesContents, at path: String) throws(ZigguratError) {
        self.contents = contents
        file = try ArchiveFile(path)
        tiles = Mutex(Tiles(spool: try TileSpool(beside: path)))
    }

    package func write(
        _ path: String, tile: Tile.Address?, _ bytes: RawSpan, twin: StoredFile?
    ) throws(ZigguratError) -> StoredFile? {
        guard let tile else {
            throw ZigguratError(
                ContainerError.notATile(container: "pmtiles"), "\(file.path), \(path)")
        }
        guard let number = HilbertCurve.number(of: tile) else {
            throw ZigguratError(ContainerError.tileOutOfRange(tile), file.path)
        }
        try tiles.withLock { tiles throws(ZigguratError) in
            tiles.tiles.append((number, try tiles.spool.append(bytes)))
        }
        return nil
    }

    func finish() throws(ZigguratError) -> ContainerTotals {
        try tiles.withLock { tiles throws(ZigguratError) in
            tiles.tiles.sort { $0.number < $1.number }
            return try write(tiles)
        }
    }

    private func write(_ tiles: Tiles) throws(ZigguratError) -> ContainerTotals {
        let (entries, order) = try plan(tiles)
        let directories = try PMTilesDirectories(entries)
        let metadata = try Gzip.orThrow(
            BundleFile.jsonLine("metadata", contents.metadata).bytes)

        let metadataStart = PMTilesHeader.byteCount + directories.root.count
        let leavesStart = metadataStart + metadata.count
        let tilesStart = leavesStart + directories.leaves.count
        let header = PMTilesHeader(
            root: PMTilesHeader.byteCount..<metadataStart, metadata: metadataStart..<leavesStart,
            leaves: leavesStart..<tilesStart,
            tiles: tilesStart..<tilesStart + tiles.spool.byteCount,
            addressedTiles: tiles.tiles.count, tileEntries: entries.count,
            tileContents: tiles.spool.contents.count, tileCompression: contents.tileCompression,
            tileType: contents.tileType, zooms: contents.zooms, bounds: contents.bounds)
        try file.write(header.bytes + directories.root + metadata + directories.leaves, at: 0)
        try tiles.spool.copy(order, to: file, at: tilesStart)
        try file.close()
        try tiles.spool.close()
        return ContainerTotals(files: tiles.tiles.count, bytes: tilesStart + tiles.spool.byteCount)
    }

    /// Returns the directory entries, and the contents in the order of their first tiles.
    private func plan(
        _ tiles: Tiles
    ) throws(ZigguratError) -> (entries: [PMTilesDirectory.Entry], order: [Int]) {
        var entries: [PMTilesDirectory.Entry] = []
        var order: [Int] = []
        var offsets = [Int](repeating: -1, count: tiles.spool.contents.count)
        var end = 0
        for (number, content) in tiles.tiles {
            let byteCount = tiles.spool.contents[content].byteCount
            if offsets[content] < 0 {
                offsets[content] = end
                order.append(content)
                end += byteCount
            }
            let offset = offsets[content]
            if let last = entries.last {
                guard number >= last.end else {
                    throw ZigguratError(ContainerError.duplicateTile, file.path)
                }
                if number == last.end, last.offset == offset, last.byteCount == byteCount {
                    entries[entries.count - 1].runLength += 1
                    continue
                }
            }
            entries.append(
                PMTilesDirectory.Entry(
                    number: number, runLength: 1, byteCount: byteCount, offset: offset))
        }
        return (entries, order)
    }
}

/// The compressed directories of a new archive: a root, and leaves if the root alone is too large.
struct PMTilesDirectories {
    /// Clients read the first 16 KiB of an archive with one request; header and root must fit.
    static let maximumRootSize = 16_384 - PMTilesHeader.byteCount
    /// The number of entries in a leaf at the first attempt.
    private static let leafLength = 4096

    let root: [UInt8]
    /// The leaves, without gaps.
    let leaves: [UInt8]

    /// - Parameter entries: Sorted by number.
    init(_ entries: [PMTilesDirectory.Entry]) throws(ZigguratError) {
        var root = try Gzip.orThrow(PMTilesDirectory(entries).bytes)
        var leaves: [UInt8] = []
        var leafLength = Self.leafLength
        while root.count > Self.maximumRootSize {
            var links: [PMTilesDirectory.Entry] = []
            leaves = []
            for start in stride(from: 0, to: entries.count, by: leafLength) {
                let part = entries[start..<min(start + leafLength, entries.count)]
                let leaf = try Gzip.orThrow(PMTilesDirectory(part).bytes)
                links.append(
                    PMTilesDirectory.Entry(
                        number: entries[start].number, runLength: 0, byteCount: leaf.count,
                        offset: leaves.count))
                leaves += leaf
            }
            root = try Gzip.orThrow(PMTilesDirectory(links).bytes)
            leafLength *= 2
        }
        self.root = root
        self.leaves = leaves
    }
}

extension Gzip {
    static func orThrow(_ bytes: [UInt8]) throws(ZigguratError) -> [UInt8] {
        guard let file = file(of: bytes) else { throw ZigguratError(ContainerError.outOfMemory) }
        return file
    }
}
