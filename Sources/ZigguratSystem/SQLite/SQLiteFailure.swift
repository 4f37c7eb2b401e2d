/// What SQLite complains of.
public struct SQLiteFailure: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Cause: Hashable, Sendable {
        /// The system's number of what failed: `errno`.
        case system(Int32)
        /// A row is there already.
        case notUnique
        case other
    }

    /// SQLite's words, without a full stop.
    public let description: String
    public let cause: Cause

    public init(_ description: String, _ cause: Cause = .other) {
        self.description = description
        self.cause = cause
    }
}
