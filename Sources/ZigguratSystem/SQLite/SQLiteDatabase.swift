internal import CSystemLibraries

/// An SQLite database file, opened for reading.
///
/// `@unchecked Sendable` is safe: SQLite locks a connection in serialized mode, and statements do
/// not leave the call that prepares them.
package final class SQLiteDatabase: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Opens a file without writing to it or to its folder.
    package init(reading path: String) throws(SQLiteFailure) {
        var pointer: OpaquePointer?
        // Immutable: SQLite uses neither locks nor a journal, so read-only disks work.
        let status = sqlite3_open_v2(
            "file:\(Self.escaped(path))?immutable=1", &pointer,
            SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_FULLMUTEX, nil)
        guard let pointer else { throw SQLiteFailure("out of memory") }
        guard status == SQLITE_OK else {
            let failure = Self.failure(pointer)
            sqlite3_close_v2(pointer)
            throw failure
        }
        self.pointer = pointer
    }

    deinit {
        sqlite3_close_v2(pointer)
    }

    /// Calls a closure with each row of a query, until it returns `false`.
    package func forEachRow(
        _ sql: String, _ values: [Int] = [], _ body: (SQLiteRow) -> Bool
    ) throws(SQLiteFailure) {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(pointer, sql, -1, &statement, nil) == SQLITE_OK, let statement
        else { throw Self.failure(pointer) }
        defer { sqlite3_finalize(statement) }
        for (index, value) in values.enumerated() {
            guard sqlite3_bind_int64(statement, Int32(index + 1), Int64(value)) == SQLITE_OK else {
                throw Self.failure(pointer)
            }
        }
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW:
                if !body(SQLiteRow(statement: statement)) { return }
            case SQLITE_DONE: return
            default: throw Self.failure(pointer)
            }
        }
    }

    /// The path as part of a URI, with its special characters escaped.
    private static func escaped(_ path: String) -> String {
        let escapes: [Unicode.Scalar: String] = ["%": "%25", "?": "%3f", "#": "%23"]
        var text = path.unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
        // Two slashes at the start would begin a host name.
        while text.hasPrefix("//") { text.removeFirst() }
        return text
    }

    private static func failure(_ pointer: OpaquePointer) -> SQLiteFailure {
        SQLiteFailure(String(cString: sqlite3_errmsg(pointer)))
    }
}

/// A row of a query's result, valid during the call of the closure that receives it.
package struct SQLiteRow {
    let statement: OpaquePointer

    /// A whole number; `nil` if the column has another type.
    package func integer(_ column: Int) -> Int? {
        guard sqlite3_column_type(statement, Int32(column)) == SQLITE_INTEGER else { return nil }
        return Int(sqlite3_column_int64(statement, Int32(column)))
    }

    /// Text; `nil` if the column is null.
    package func text(_ column: Int) -> String? {
        sqlite3_column_text(statement, Int32(column)).map { String(cString: $0) }
    }

    /// Bytes; `nil` if the column is null.
    package func bytes(_ column: Int) -> [UInt8]? {
        guard sqlite3_column_type(statement, Int32(column)) != SQLITE_NULL else { return nil }
        let start = sqlite3_column_blob(statement, Int32(column))
        let count = Int(sqlite3_column_bytes(statement, Int32(column)))
        return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }
}
