internal import Synchronization
package import ZigguratCore
package import ZigguratSystem

/// MBTiles 1.3: all tiles in one SQLite database.
///
/// The format is for maps in Web Mercator; the metadata state that the image has no geographic
/// coordinates.
///
/// Source: MBTiles specification 1.3, sections “Metadata” and “Tiles”:
/// https://github.com/mapbox/mbtiles-spec/blob/master/1.3/spec.md.
package struct MBTilesFormat: ContainerFormat {
    package let name = "mbtiles"
    package let summary = "MBTiles 1.3, a SQLite database: tile servers, GDAL, QGIS"

    /// The tile formats of the specification. A tile without a row in the table does not exist. A
    /// row and its index entry take about 60 bytes.
    package var traits: ContainerTraits {
        ContainerTraits(
            layouts: [.xyz], tileFormats: TileFormat.all.filter { $0.traits.isInMBTiles },
            blanks: .described,
            bytesPerFile: 60)
    }

    package var abilities: ContainerAbilities {
        ContainerAbilities {
            $0.notes = { _ in [.notGeographic] }
            $0.reader = self
            $0.maps = self
        }
    }

    package func path(of bundle: BundleDescription) -> String { "\(bundle.pyramid.name).mbtiles" }

    package func open(
        _ bundle: BundleDescription, at path: String
    ) throws(ZigguratError) -> any Container {
        OrderedContainer(
            try MBTilesContainer(MBTilesSchema.metadata(of: bundle), at: path),
            of: bundle.pyramid, at: path, holdsOtherFiles: false)
    }
}

extension ContainerFormat where Self == MBTilesFormat {
    package static var mbtiles: Self { Self() }
}

extension MBTilesFormat: ContainerReader {
    package func recognises(_ head: [UInt8]) -> Bool { head.starts(with: MBTilesSchema.magic) }

    package func read(_ path: String, known: FoundPyramid?) throws(ZigguratError) -> OpenedContainer
    {
        let source = try MBTilesSource(path, known: known)
        return .pyramid(source, faults: source.faults)
    }

    package func mapTiles(in path: String) throws(ZigguratError) -> MapTiles? {
        try MBTilesSource.mapTiles(in: path)
    }

    package func mapMetadata(in path: String) throws(ZigguratError) -> MapMetadata? {
        try MBTilesSource.mapMetadata(in: path)
    }
}

extension MBTilesFormat: MapContainerFormat {
    package func path(ofMap name: String) -> String { "\(name).mbtiles" }

    /// Checks the tile format. The specification requires vector tiles to be compressed.
    package func check(_ map: MapDescription) throws(ZigguratError) {
        switch map.format {
        case .image(let format):
            guard format.traits.isInMBTiles else {
                throw ZigguratError(
                    ContainerError.unsupportedTileFormat(format, container: name))
            }
        case .vector(let isCompressed):
            guard isCompressed else {
                throw ZigguratError(ContainerError.uncompressedVectorTiles(container: name))
            }
        }
    }

    package func open(
        _ map: MapDescription, at path: String
    ) throws(ZigguratError) -> any Container {
        try MBTilesContainer(MBTilesSchema.metadata(of: map), at: path)
    }
}

/// A container that writes an MBTiles database.
final class MBTilesContainer: Container {
    private struct State {
        let database: SQLiteWriter
        var tileCount = 0
        /// The first failure. Later writes fail with an error that hides it.
        var failure: SQLiteError?
    }

    private let metadata: [MBTilesSchema.MetadataRow]
    private let path: String
    private let state: Mutex<State>

    init(
        _ metadata: [MBTilesSchema.MetadataRow], at path: String
    ) throws(ZigguratError) {
        self.metadata = metadata
        self.path = path
        do throws(SQLiteError) {
            let database = try SQLiteWriter(path)
            for statement in MBTilesSchema.creation { try database.run(statement) }
            try database.prepare(MBTilesSchema.tileInsertion)
            state = Mutex(State(database: database))
        } catch {
            throw Self.failure(error, path)
        }
    }

    package func write(
        _ path: String, tile: Tile.Address?, _ bytes: RawSpan, twin: StoredFile?
    ) throws(ZigguratError) -> StoredFile? {
        guard let tile else {
            throw ZigguratError(
                ContainerError.notATile(container: "mbtiles"), "\(self.path), \(path)")
        }
        do throws(SQLiteError) {
            try state.withLock { state throws(SQLiteError) in
                if let failure = state.failure { throw failure }
                do throws(SQLiteError) {
                    try state.database.insert(MBTilesSchema.key(of: tile), bytes)
                } catch {
                    state.failure = error
                    throw error
                }
                state.tileCount += 1
            }
        } catch {
            throw Self.failure(error, self.path)
        }
        return nil
    }

    func finish() throws(ZigguratError) -> ContainerTotals {
        do throws(SQLiteError) {
            let tileCount = try state.withLock { state throws(SQLiteError) in
                try complete(state.database)
                return state.tileCount
            }
            return ContainerTotals(files: tileCount, bytes: FileSystem.size(of: path))
        } catch {
            throw Self.failure(error, path)
        }
    }

    private func complete(_ database: SQLiteWriter) throws(SQLiteError) {
        for statement in MBTilesSchema.indexes { try database.run(statement) }
        try database.prepare(MBTilesSchema.metadataInsertion)
        for (name, value) in metadata {
            try database.insert([name, value])
        }
        try database.run("COMMIT")
        try database.close()
    }

    private static func failure(_ failure: SQLiteError, _ path: String) -> ZigguratError {
        switch failure.cause {
        case .system(let number):
            return .file(.write, path, systemError: number)
        case .notUnique: return ZigguratError(ContainerError.duplicateTile, path)
        case .tooSlow, .other:
            return ZigguratError(
                ContainerError.notWritable, path, cause: .library(failure.description))
        }
    }
}
