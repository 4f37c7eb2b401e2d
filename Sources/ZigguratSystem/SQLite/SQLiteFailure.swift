/// An error of SQLite.
package struct SQLiteFailure: Error, Hashable, Sendable, CustomStringConvertible {
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
