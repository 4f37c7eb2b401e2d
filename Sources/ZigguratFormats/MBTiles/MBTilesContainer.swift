internal import Synchronization
internal import ZigguratCore
internal import ZigguratSystem

/// A container that writes an MBTiles database.
final class MBTilesContainer: Container {
    private struct State {
        let database: SQLiteWriter
        var tileCount = 0
        /// The first failure. Later writes fail with an error that hides it.
        var failure: SQLiteFailure?
    }

    private let metadata: [MBTilesSchema.MetadataRow]
    private let path: String
    private let state: Mutex<State>

    init(
        _ metadata: [MBTilesSchema.MetadataRow], at path: String
    ) throws(ZigguratError) {
        self.metadata = metadata
        self.path = path
        do throws(SQLiteFailure) {
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
                ContainerFailure.notATile(container: "mbtiles"), "\(self.path), \(path)")
        }
        do throws(SQLiteFailure) {
            try state.withLock { state throws(SQLiteFailure) in
                if let failure = state.failure { throw failure }
                do throws(SQLiteFailure) {
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
        do throws(SQLiteFailure) {
            let tileCount = try state.withLock { state throws(SQLiteFailure) in
                try complete(state.database)
                return state.tileCount
            }
            return ContainerTotals(files: tileCount, bytes: FileSystem.size(of: path))
        } catch {
            throw Self.failure(error, path)
        }
    }

    private func complete(_ database: SQLiteWriter) throws(SQLiteFailure) {
        for statement in MBTilesSchema.indexes { try database.run(statement) }
        try database.prepare(MBTilesSchema.metadataInsertion)
        for (name, value) in metadata {
            try database.insert([name, value])
        }
        try database.run("COMMIT")
        try database.close()
    }

    private static func failure(_ failure: SQLiteFailure, _ path: String) -> ZigguratError {
        switch failure.cause {
        case .system(let number):
            return .file(.write, path, systemError: number)
        case .notUnique: return ZigguratError(ContainerFailure.duplicateTile, path)
        case .tooSlow, .other:
            return ZigguratError(
                ContainerFailure.notWritable, path, cause: .library(failure.description))
        }
    }
}
