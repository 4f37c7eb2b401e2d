/// Why a document, a schema or an XPath expression was refused.
public struct XMLFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// One thing that is wrong.
    public struct Problem: Hashable, Sendable, CustomStringConvertible {
        /// The line of the document, counted from 1; `nil` where the problem has no place in it.
        public let line: Int?
        /// What is wrong, without a full stop.
        public let message: String

        public init(line: Int?, message: String) {
            self.line = line
            self.message = message
        }

        public var description: String { line.map { "line \($0): \(message)" } ?? message }
    }

    /// What is wrong, in the order of the document; never empty.
    public let problems: [Problem]
    /// What to do where the document is not to blame; `nil` where it is.
    public let remedy: String?

    public init(_ problems: [Problem], remedy: String? = nil) {
        precondition(!problems.isEmpty, "a failure has a reason")
        self.problems = problems
        self.remedy = remedy
    }

    /// A failure for a single reason.
    init(line: Int? = nil, _ message: String) {
        self.init([Problem(line: line, message: message)])
    }

    /// All problems in one line.
    public var description: String { problems.map(\.description).joined(separator: "; ") }
}
