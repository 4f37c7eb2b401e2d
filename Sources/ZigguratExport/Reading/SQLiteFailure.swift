/// What SQLite complains of.
struct SQLiteFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// SQLite's words, without a full stop.
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
