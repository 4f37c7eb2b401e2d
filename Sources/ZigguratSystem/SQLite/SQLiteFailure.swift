/// What SQLite complains of.
package struct SQLiteFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Cause: Hashable, Sendable {
        /// The system's number of what failed: `errno`.
        case system(Int32)
        /// A row is there already.
        case notUnique
        case other
    }

    /// SQLite's words, without a full stop.
    package let description: String
    package let cause: Cause

    package init(_ description: String, _ cause: Cause = .other) {
        self.description = description
        self.cause = cause
    }
}
