/// Why a document, a schema or an XPath expression was refused.
package struct XMLFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// One thing that is wrong.
    package struct Problem: Hashable, Sendable, CustomStringConvertible {
        /// The line of the document, counted from 1; `nil` where the problem has no place in it.
        package let line: Int?
        /// What is wrong, without a full stop.
        package let message: String

        package init(line: Int?, message: String) {
            self.line = line
            self.message = message
        }

        package var description: String { line.map { "line \($0): \(message)" } ?? message }
    }

    /// What is wrong, in the order of the document; never empty.
    package let problems: [Problem]
    /// What to do where the document is not to blame; `nil` where it is.
    package let remedy: String?

    package init(_ problems: [Problem], remedy: String? = nil) {
        precondition(!problems.isEmpty, "a failure has a reason")
        self.problems = problems
        self.remedy = remedy
    }

    /// A failure for a single reason.
    init(line: Int? = nil, _ message: String) {
        self.init([Problem(line: line, message: message)])
    }

    /// All problems in one line.
    package var description: String { problems.map(\.description).joined(separator: "; ") }
}
