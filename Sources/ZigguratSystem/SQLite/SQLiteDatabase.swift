internal import CSystemLibraries

/// A database file of SQLite, for reading alone.
///
/// `@unchecked Sendable`: the connection is opened in SQLite's serialized mode, in which it guards
/// itself; a statement stays inside the call that makes it.
package final class SQLiteDatabase: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Opens a file without changing anything in it or beside it.
    package init(reading path: String) throws(SQLiteFailure) {
        var pointer: OpaquePointer?
        // Immutable: neither locks nor a journal are looked for, so that a file on a disk that
        // cannot be written opens too.
        let status = sqlite3_open_v2(
            "file:\(Self.escaped(path))?immutable=1", &pointer,
            SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_FULLMUTEX, nil)
        guard let pointer else { throw SQLiteFailure("there is no memory") }
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

    /// The rows of a query, one after the other, until the answer is `false`.
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

    /// SQLite reads a path as an address: what would end it is escaped.
    private static func escaped(_ path: String) -> String {
        var text = ""
        for scalar in path.unicodeScalars {
            switch scalar {
            case "%": text += "%25"
            case "?": text += "%3f"
            case "#": text += "%23"
            default: text.unicodeScalars.append(scalar)
            }
        }
        // Two slashes in front would begin the name of a machine.
        while text.hasPrefix("//") { text.removeFirst() }
        return text
    }

    private static func failure(_ pointer: OpaquePointer) -> SQLiteFailure {
        SQLiteFailure(String(cString: sqlite3_errmsg(pointer)))
    }
}

/// A row of a query's result; it lasts as long as the call that hands it out.
package struct SQLiteRow {
    let statement: OpaquePointer

    /// A whole number; `nil` where the column holds something else.
    package func integer(_ column: Int) -> Int? {
        guard sqlite3_column_type(statement, Int32(column)) == SQLITE_INTEGER else { return nil }
        return Int(sqlite3_column_int64(statement, Int32(column)))
    }

    /// A text; `nil` where there is nothing.
    package func text(_ column: Int) -> String? {
        sqlite3_column_text(statement, Int32(column)).map { String(cString: $0) }
    }

    /// Bytes; `nil` where there is nothing.
    package func bytes(_ column: Int) -> [UInt8]? {
        guard sqlite3_column_type(statement, Int32(column)) != SQLITE_NULL else { return nil }
        let start = sqlite3_column_blob(statement, Int32(column))
        let count = Int(sqlite3_column_bytes(statement, Int32(column)))
        return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }
}
