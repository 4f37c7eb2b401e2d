internal import Glibc
internal import Synchronization
internal import ZigguratCore
internal import ZigguratSystem

/// An MBTiles database in the making.
final class MBTilesContainer: Container {
    /// What files of SQLite are known by: “MPBX”, in SQLite's list of them.
    private static let applicationID = 0x4D50_4258

    private struct State {
        let database: SQLiteWriter
        var tileCount = 0
    }

    private let bundle: BundleDescription
    private let path: String
    private let state: Mutex<State>

    init(_ bundle: BundleDescription, at path: String) throws(ZigguratError) {
        self.bundle = bundle
        self.path = path
        do throws(SQLiteFailure) {
            let database = try SQLiteWriter(path)
            try database.run("PRAGMA application_id = \(Self.applicationID)")
            try database.run("BEGIN")
            try database.run("CREATE TABLE metadata (name text, value text)")
            try database.run(
                "CREATE TABLE tiles "
                    + "(zoom_level integer, tile_column integer, tile_row integer, tile_data blob)")
            try database.prepare("INSERT INTO tiles VALUES (?, ?, ?, ?)")
            state = Mutex(State(database: database))
        } catch {
            throw Self.failure(error, path)
        }
    }

    func write(
        _ path: String, tile: TileAddress?, _ bytes: RawSpan, twin: StoredFile?
    ) throws(ZigguratError) -> StoredFile? {
        guard let tile else {
            throw ZigguratError(.unwritable, "\(self.path), \(path)", "MBTiles hold tiles only")
        }
        // Rows are counted from the lower edge of the whole zoom, as TMS does.
        let row = (1 << tile.level) - 1 - tile.row
        do throws(SQLiteFailure) {
            try state.withLock { state throws(SQLiteFailure) in
                try state.database.insert([tile.level, tile.column, row], bytes)
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
        try database.run(
            "CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row)")
        try database.run("CREATE UNIQUE INDEX name ON metadata (name)")
        try database.prepare("INSERT INTO metadata VALUES (?, ?)")
        for (name, value) in MBTilesMetadata(of: bundle).rows {
            try database.insert([name, value])
        }
        try database.run("COMMIT")
        try database.close()
    }

    private static func failure(_ failure: SQLiteFailure, _ path: String) -> ZigguratError {
        switch failure.cause {
        case .system(let number):
            errno = number
            return FileSystem.failure(path, "it cannot be written")
        case .notUnique:
            return ZigguratError(.nameClash, path, "a tile was written twice (\(failure))")
        case .other:
            return ZigguratError(.unwritable, path, "SQLite cannot write it (\(failure))")
        }
    }
}
