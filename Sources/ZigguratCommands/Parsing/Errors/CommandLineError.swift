/// What is wrong with a command line, and what to do about it.
///
/// The parser throws no other error. Commands throw it too, from `validate()`, for what only they
/// can know: that one option needs another, or that two numbers do not go together.
struct CommandLineError: Error, Hashable, CustomStringConvertible {
    /// What every wrong command line ends with.
    static let exitStatus: Int32 = 2

    /// What is wrong, without a full stop: “--quality is a whole number from 1 to 100, not “abc””.
    let problem: String
    /// What to do: “did you mean --layout?”; `nil` where the problem says so already.
    let remedy: String?

    init(_ problem: String, remedy: String? = nil) {
        self.problem = problem
        self.remedy = remedy
    }

    /// Both on one line.
    var description: String {
        remedy.map { "\(problem); \($0)" } ?? problem
    }
}
