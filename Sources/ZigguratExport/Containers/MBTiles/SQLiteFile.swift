internal import CSQLite
internal import Glibc
internal import ZigguratCore

/// A new SQLite database that is filled once. One thread at a time may use it.
///
/// It is safe although it keeps what SQLite allocated: nobody else sees the two handles, and both
/// live exactly as long as it does.
@safe final class SQLiteFile {
    private var database: OpaquePointer?
    private var insertion: OpaquePointer?
    private let path: String

    /// Makes the file and begins a transaction. Nobody else sees the file before it is complete, so
    /// it needs no journal.
    init(_ path: String) throws(ZigguratError) {
        self.path = path
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        try unsafe check(sqlite3_open_v2(path, &database, flags, nil))
        try run("PRAGMA journal_mode = OFF")
        try run("PRAGMA synchronous = OFF")
        try run("PRAGMA locking_mode = EXCLUSIVE")
    }

    deinit {
        unsafe sqlite3_finalize(insertion)
        unsafe sqlite3_close(database)
    }

    /// Runs a statement that gives nothing back.
    func run(_ statement: String) throws(ZigguratError) {
        try unsafe check(sqlite3_exec(database, statement, nil, nil, nil))
    }

    /// Makes ready a statement for many rows.
    func prepareInsertion(_ statement: String) throws(ZigguratError) {
        unsafe sqlite3_finalize(insertion)
        unsafe insertion = nil
        try unsafe check(sqlite3_prepare_v2(database, statement, -1, &insertion, nil))
    }

    /// Inserts a row of numbers and, last, bytes.
    func insert(_ numbers: [Int], _ bytes: RawSpan) throws(ZigguratError) {
        for (index, number) in numbers.enumerated() {
            unsafe sqlite3_bind_int64(insertion, Int32(index + 1), sqlite3_int64(number))
        }
        // Without a destructor SQLite takes the bytes where they are; they last until the row is in.
        let status = unsafe bytes.withUnsafeBytes { buffer in
            unsafe sqlite3_bind_blob64(
                insertion, Int32(numbers.count + 1), buffer.baseAddress,
                sqlite3_uint64(buffer.count), nil)
                == SQLITE_OK ? sqlite3_step(insertion) : SQLITE_NOMEM
        }
        try finishRow(status)
    }

    /// Inserts a row of texts.
    func insert(_ texts: [String]) throws(ZigguratError) {
        // SQLite makes copies of these.
        let copies = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        for (index, text) in texts.enumerated() {
            unsafe sqlite3_bind_text(insertion, Int32(index + 1), text, -1, copies)
        }
        try unsafe finishRow(sqlite3_step(insertion))
    }

    private func finishRow(_ status: Int32) throws(ZigguratError) {
        try check(status == SQLITE_DONE ? SQLITE_OK : status)
        unsafe sqlite3_reset(insertion)
        unsafe sqlite3_clear_bindings(insertion)
    }

    func close() throws(ZigguratError) {
        unsafe sqlite3_finalize(insertion)
        unsafe insertion = nil
        try unsafe check(sqlite3_close(database))
        unsafe database = nil
    }

    private func check(_ status: Int32) throws(ZigguratError) {
        guard status != SQLITE_OK else { return }
        let code = unsafe sqlite3_system_errno(database)
        let words = unsafe String(cString: sqlite3_errmsg(database))
        if status == SQLITE_FULL { errno = ENOSPC } else { errno = code }
        if status == SQLITE_FULL || code != 0 {
            throw FileSystem.failure(path, "it cannot be written")
        }
        if status == SQLITE_CONSTRAINT {
            throw ZigguratError(.nameClash, path, "a tile was written twice (\(words))")
        }
        throw ZigguratError(.unwritable, path, "SQLite cannot write it (\(words))")
    }
}
