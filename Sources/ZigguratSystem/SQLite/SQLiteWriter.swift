internal import CSystemLibraries
internal import Glibc

/// A new SQLite database file, which one thread at a time fills.
///
/// Other processes do not see the file before it is complete. So it has no journal, and writes do
/// not wait for the disk.
package final class SQLiteWriter {
    private var database: OpaquePointer?
    /// The prepared statement for rows.
    private var insertion: OpaquePointer?

    /// Creates the file. The file must not exist.
    package init(_ path: String) throws(SQLiteError) {
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        try check(sqlite3_open_v2(path, &database, flags, nil))
        try run("PRAGMA journal_mode = OFF")
        try run("PRAGMA synchronous = OFF")
        try run("PRAGMA locking_mode = EXCLUSIVE")
    }

    deinit {
        sqlite3_finalize(insertion)
        sqlite3_close(database)
    }

    package func run(_ statement: String) throws(SQLiteError) {
        try check(sqlite3_exec(database, statement, nil, nil, nil))
    }

    /// Prepares the statement that inserts rows.
    package func prepare(_ statement: String) throws(SQLiteError) {
        sqlite3_finalize(insertion)
        insertion = nil
        try check(sqlite3_prepare_v2(database, statement, -1, &insertion, nil))
    }

    /// Inserts a row of numbers, followed by bytes.
    package func insert(_ numbers: [Int], _ bytes: RawSpan) throws(SQLiteError) {
        for (index, number) in numbers.enumerated() {
            try check(sqlite3_bind_int64(insertion, Int32(index + 1), sqlite3_int64(number)))
        }
        // Without a destructor, SQLite does not copy the bytes. The bytes are valid during both
        // calls.
        let status = bytes.withUnsafeBytes { buffer in
            let bound = sqlite3_bind_blob64(
                insertion, Int32(numbers.count + 1), buffer.baseAddress,
                sqlite3_uint64(buffer.count), nil)
            return bound == SQLITE_OK ? sqlite3_step(insertion) : bound
        }
        try finishRow(status)
    }

    package func insert(_ texts: [String]) throws(SQLiteError) {
        // SQLITE_TRANSIENT: SQLite copies the texts.
        let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        for (index, text) in texts.enumerated() {
            try check(sqlite3_bind_text(insertion, Int32(index + 1), text, -1, copies))
        }
        try finishRow(sqlite3_step(insertion))
    }

    /// Closes the file. An open transaction is rolled back.
    package func close() throws(SQLiteError) {
        sqlite3_finalize(insertion)
        insertion = nil
        try check(sqlite3_close(database))
        database = nil
    }

    private func finishRow(_ status: Int32) throws(SQLiteError) {
        guard status == SQLITE_DONE else { throw failure(status) }
        sqlite3_reset(insertion)
        sqlite3_clear_bindings(insertion)
    }

    private func check(_ status: Int32) throws(SQLiteError) {
        guard status == SQLITE_OK else { throw failure(status) }
    }

    private func failure(_ status: Int32) -> SQLiteError {
        let code = sqlite3_system_errno(database)
        let cause: SQLiteError.Cause =
            switch status {
            case SQLITE_FULL: .system(ENOSPC)
            case SQLITE_CONSTRAINT: .notUnique
            default: code == 0 ? .other : .system(code)
            }
        return SQLiteError(String(cString: sqlite3_errmsg(database)), cause)
    }
}
