/// A reader of argument files: a word `@FILE` is replaced by the lines of the file.
///
/// Only an argument can be `@FILE`; values of options and words after `--` are not replaced. An
/// argument file cannot refer to other files.
package struct ArgumentFile: Sendable {
    private let read: @Sendable (PathArgument) -> Result<[UInt8], ReadingError>

    /// The reason why a file cannot be read, as text.
    package struct ReadingError: Error {
        let reason: String

        package init(_ reason: String) { self.reason = reason }
    }

    /// - Parameter read: returns the bytes of a file.
    package init(
        read: @escaping @Sendable (PathArgument) -> Result<[UInt8], ReadingError>
    ) {
        self.read = read
    }

    /// Returns the arguments in the file that a word names; `nil` if the word does not name a file.
    func arguments(of word: ArgumentText) throws(CommandLineError) -> [ArgumentText]? {
        guard word.text.first == "@",
            let path = PathArgument(raw: word.part(word.text.dropFirst()))
        else { return nil }
        switch read(path) {
        case .failure(let failure): throw .unreadableArgumentFile(word, reason: failure.reason)
        case .success(let bytes):
            switch WordSplitting.lines(of: bytes) {
            case .success(let words): return words
            case .failure(let quotes): throw .wrongQuotes(in: word, line: quotes.line)
            }
        }
    }
}
