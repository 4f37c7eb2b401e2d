internal import Glibc
internal import ZigguratKit

/// Everything that the program prints goes through here: results to one stream, everything else to
/// another.
struct Console: Sendable {
    /// Takes what belongs on standard output, and what belongs on standard error.
    private let output: @Sendable (String) -> Void
    private let diagnostics: @Sendable (String) -> Void
    /// Whether a person watches standard error on a terminal.
    let isTerminal: Bool
    /// Columns that text may have.
    let width: Int
    /// Columns of the terminal that progress is shown on.
    let barWidth: Int

    init(
        isTerminal: Bool = false, width: Int = 80, barWidth: Int = 80,
        output: @escaping @Sendable (String) -> Void,
        diagnostics: @escaping @Sendable (String) -> Void
    ) {
        self.isTerminal = isTerminal
        self.width = width
        self.barWidth = barWidth
        self.output = output
        self.diagnostics = diagnostics
    }

    /// The process's own streams.
    ///
    /// - Parameter onLoss: told why, where a result could not be written.
    static func process(onLoss: @escaping @Sendable (String) -> Void) -> Console {
        Console(
            isTerminal: isatty(STDERR_FILENO) != 0,
            // Help is not readable on fewer columns, and no better on more.
            width: Terminal.columns(of: STDOUT_FILENO).map { min(max($0, 40), 100) } ?? 80,
            barWidth: Terminal.columns(of: STDERR_FILENO) ?? 80,
            output: { text in
                if let reason = Terminal.write(text, to: STDOUT_FILENO) { onLoss(reason) }
            },
            diagnostics: { Terminal.write($0, to: STDERR_FILENO) })
    }

    /// A result.
    func print(_ text: String, terminator: String = "\n") {
        output(text + terminator)
    }

    /// A result for programs.
    func print(json value: some Encodable) throws(ZigguratError) {
        output(String(decoding: try BundleFile.json("", value).bytes, as: UTF8.self))
    }

    /// Something that a person should know and that is no result.
    func note(_ text: String) {
        diagnostics("ziggurat: \(text)\n")
    }

    /// Something that went wrong: one line.
    func complain(_ text: String) {
        diagnostics("ziggurat: \(text.split(whereSeparator: \.isNewline).joined(separator: " "))\n")
    }

    /// A piece of the progress display, as it is.
    func show(_ text: String) {
        diagnostics(text)
    }
}
