internal import CSystemLibraries
internal import Synchronization

/// A reader for an SQLite database file that may come from a stranger.
///
/// Views can compute anything, so a query on a view may never end. Each query therefore has a time
/// limit, which depends on the size of the file. After the first query that exceeds the limit, no
/// other query runs. The class follows SQLite's advice for untrusted files:
/// https://www.sqlite.org/security.html.
///
/// `@unchecked Sendable`: the connection is used only under the lock, and statements do not leave
/// the call that prepares them.
/// leave the call that prepares them.
package final class SQLiteDatabase: @unchecked Sendable {
    private let pointer: OpaquePointer
    private let time: QueryTime
    private let use = Mutex(())

    /// The longest text or blob, in bytes.
    static let longestValue = 1 << 26
    private static let limits: [(kind: Int32, value: Int)] = [
        (SQLITE_LIMIT_LENGTH, longestValue), (SQLITE_LIMIT_SQL_LENGTH, 1 << 20),
        (SQLITE_LIMIT_VDBE_OP, 25_000), (SQLITE_LIMIT_ATTACHED, 0),
        (SQLITE_LIMIT_WORKER_THREADS, 0),
    ]
    private static let settings = [
        "PRAGMA trusted_schema = OFF", "PRAGMA cell_size_check = ON", "PRAGMA mmap_size = 0",
    ]
    /// The number of a query's instructions between two checks of the clock.
    private static let instructions: Int32 = 1000

    /// Opens a file without writing to it or to its folder.
    ///
    /// - Parameter seconds: the limit of a query's processor time; `nil` for a limit that grows with
    ///   the size of the file.
    package init(reading path: String, seconds: Int? = nil) throws(SQLiteError) {
        var pointer: OpaquePointer?
        // With `immutable`, SQLite uses neither locks nor a journal, so read-only disks work.
        let status = sqlite3_open_v2(
            "file:\(Self.escaped(path))?immutable=1", &pointer,
            SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nil)
        guard let pointer else { throw SQLiteError("out of memory") }
        guard status == SQLITE_OK else {
            let failure = Self.failure(pointer)
            sqlite3_close_v2(pointer)
            throw failure
        }
        self.pointer = pointer
        time = QueryTime(seconds: seconds ?? 5 + FileSystem.size(of: path) >> 23)
        for limit in Self.limits { sqlite3_limit(pointer, limit.kind, Int32(limit.value)) }
        sqlite3_progress_handler(
            pointer, Self.instructions,
            { context in
                guard let context else { return 0 }
                return Unmanaged<QueryTime>.fromOpaque(context).takeUnretainedValue().isOver ? 1 : 0
            }, Unmanaged.passUnretained(time).toOpaque())
        for setting in Self.settings {
            try forEachRow(setting) { _ in true }
        }
        try checkSchema()
    }

    deinit {
        sqlite3_close_v2(pointer)
    }

    /// Calls a closure with each row of a query until it returns `false`. The closure must not use
    /// the database.
    package func forEachRow(
        _ sql: String, _ values: [Int] = [], _ body: (SQLiteRow) -> Bool
    ) throws(SQLiteError) {
        try use.withLock { (_) throws(SQLiteError) in
            guard !time.wasExceeded else { throw Self.tooSlow }
            time.start()
            var statement: OpaquePointer?
            guard sqlite3_prepare_v2(pointer, sql, -1, &statement, nil) == SQLITE_OK, let statement
            else { throw Self.failure(pointer) }
            defer { sqlite3_finalize(statement) }
            for (index, value) in values.enumerated() {
                let status = sqlite3_bind_int64(statement, Int32(index + 1), Int64(value))
                guard status == SQLITE_OK else { throw Self.failure(pointer) }
            }
            while true {
                switch sqlite3_step(statement) {
                case SQLITE_ROW:
                    if !body(SQLiteRow(statement: statement)) { return }
                case SQLITE_DONE: return
                case SQLITE_INTERRUPT: throw Self.tooSlow
                default: throw Self.failure(pointer)
                }
            }
        }
    }

    /// Rejects virtual tables. Virtual tables run code of SQLite's extensions, which read data in
    /// other formats.
    private func checkSchema() throws(SQLiteError) {
        var virtual: String?
        try forEachRow("SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage = 0") {
            virtual = $0.text(0)
            return false
        }
        if let virtual { throw SQLiteError("“\(virtual)” is a virtual table") }
    }

    private static let tooSlow = SQLiteError("a query takes too long", .tooSlow)

    /// Returns the path as part of a URI, with escaped special characters.
    private static func escaped(_ path: String) -> String {
        let escapes: [Unicode.Scalar: String] = ["%": "%25", "?": "%3f", "#": "%23"]
        var text = path.unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
        // Two slashes at the start would begin a host name.
        while text.hasPrefix("//") { text.removeFirst() }
        return text
    }

    private static func failure(_ pointer: OpaquePointer) -> SQLiteError {
        SQLiteError(String(cString: sqlite3_errmsg(pointer)))
    }
}

/// The limit of a query's processor time, used under the lock of the database, by the thread that
/// runs the query.
private final class QueryTime {
    private let seconds: Int
    private var end = 0
    private(set) var wasExceeded = false

    init(seconds: Int) { self.seconds = seconds }

    func start() { end = ProcessorTime.ofThread + seconds * 1_000_000_000 }

    var isOver: Bool {
        wasExceeded = wasExceeded || ProcessorTime.ofThread > end
        return wasExceeded
    }
}

/// A row of a query's result, valid only during the call of the closure.
package struct SQLiteRow {
    let statement: OpaquePointer

    /// Returns an integer; `nil` if the column has another type.
    package func integer(_ column: Int) -> Int? {
        guard sqlite3_column_type(statement, Int32(column)) == SQLITE_INTEGER else { return nil }
        return Int(sqlite3_column_int64(statement, Int32(column)))
    }

    /// Returns text; `nil` if the column is null.
    package func text(_ column: Int) -> String? {
        sqlite3_column_text(statement, Int32(column)).map { String(cString: $0) }
    }

    /// Returns bytes; `nil` if the column is null.
    package func bytes(_ column: Int) -> [UInt8]? {
        guard sqlite3_column_type(statement, Int32(column)) != SQLITE_NULL else { return nil }
        let start = sqlite3_column_blob(statement, Int32(column))
        let count = Int(sqlite3_column_bytes(statement, Int32(column)))
        return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }
}

/// An error of SQLite.
package struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Cause: Hashable, Sendable {
        /// An error number of the operating system.
        case system(Int32)
        /// The table already has a row with this key.
        case notUnique
        /// A query exceeded its time limit.
        case tooSlow
        case other
    }

    /// SQLite's message, without a full stop.
    package let description: String
    package let cause: Cause

    package init(_ description: String, _ cause: Cause = .other) {
        self.description = description
        self.cause = cause
    }
}
