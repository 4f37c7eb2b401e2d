/// What SQLite complains of.
public struct SQLiteFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// SQLite's words, without a full stop.
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}
