internal import CommandLineParsing
internal import Glibc
internal import ZigguratKit

/// The program's output: results on standard output, everything else on standard error.
struct Console: Sendable {
    /// Whether standard error is a terminal.
    var isTerminal = false
    /// Whether standard output is a terminal. Other programs get file names unchanged.
    var printsToTerminal = false
    /// The number of columns for help.
    var width = 80
    /// The number of columns for progress on standard error.
    var barWidth = 80
    /// Whether the command allows damaged files.
    var allowsDamaged = false
    let output: @Sendable (String) -> Void
    let diagnostics: @Sendable (String) -> Void

    func print(_ text: String, terminator: String = "\n") {
        output((printsToTerminal ? text.withoutControls : text) + terminator)
    }

    func print(json document: JSONObject) throws(ZigguratError) {
        output(String(decoding: try BundleFile.json("", document).bytes, as: UTF8.self))
    }

    /// Prints an error as `ziggurat: SUBJECT: problem`, with `hint: …` on the next line.
    func report(_ message: Message, about subject: String = "") {
        diagnostics("ziggurat: \(message.text(about: subject).withoutControls)\n")
    }

    func report(_ error: ZigguratError) {
        report(message(of: error), about: error.subject)
    }

    /// Returns the message for an error of the command.
    func message(of error: ZigguratError) -> Message {
        error.message(allowsDamaged: allowsDamaged)
    }

    /// Prints a note for the user that is not an error.
    func note(_ message: Message, about subject: String = "") {
        diagnostics("ziggurat: note: \(message.text(about: subject).withoutControls)\n")
    }
}

extension Console {
    /// Returns a console for the standard streams of the process.
    ///
    /// - Parameter onLoss: called with the reason if a result cannot be written.
    static func process(onLoss: @escaping @Sendable (String) -> Void) -> Console {
        Console(
            isTerminal: isatty(STDERR_FILENO) != 0,
            printsToTerminal: isatty(STDOUT_FILENO) != 0,
            // With fewer than 40 columns, help is unreadable; more than 100 do not improve it.
            width: columns(of: STDOUT_FILENO).map { min(max($0, 40), 100) } ?? 80,
            barWidth: columns(of: STDERR_FILENO) ?? 80,
            output: { text in
                if let reason = write(text, to: STDOUT_FILENO) { onLoss(reason) }
            },
            diagnostics: { _ = write($0, to: STDERR_FILENO) })
    }

    /// Returns the width of the terminal behind a stream; `nil` if the stream is not a terminal.
    private static func columns(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }

    /// Writes a whole text.
    ///
    /// - Returns: the reason for a failure; a closed pipe is not a failure.
    private static func write(_ text: String, to descriptor: Int32) -> String? {
        let bytes = Array(text.utf8)
        guard unsafe !FileTransfer.write(bytes.span.bytes, to: descriptor), errno != EPIPE else {
            return nil
        }
        return ZigguratError.Cause.lastSystemError.description
    }
}

extension String {
    /// The text with control characters escaped, because a terminal would execute them. File names
    /// may contain control characters. Line breaks are kept.
    var withoutControls: String {
        split(separator: "\n", omittingEmptySubsequences: false)
            .map { ArgumentText($0).escaped }.joined(separator: "\n")
    }
}

/// Notes on many exports. Each note is printed once.
struct Remarks {
    private var entries: [(message: Message, subjects: [String])] = []

    mutating func add(_ message: Message, on subject: String) {
        if let index = entries.firstIndex(where: { $0.message == message }) {
            entries[index].subjects.append(subject)
        } else {
            entries.append((message, [subject]))
        }
    }

    /// - Parameter noun: the noun for the subjects, such as `export`.
    func print(of noun: String, on console: Console) {
        for (message, subjects) in entries {
            let subject =
                subjects.count == 1 ? subjects[0] : Amount.count(subjects.count, of: noun)
            console.note(message, about: subject)
        }
    }
}

/// A JSON object, written as a literal. Members that are `nil` are omitted.
struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
    private var members: [String: any Encodable] = [:]

    init(dictionaryLiteral members: (String, (any Encodable)?)...) {
        for (name, value) in members { self.members[name] = value }
    }

    subscript(_ name: String) -> (any Encodable)? {
        get { members[name] }
        set { members[name] = newValue }
    }

    private struct Member: Encodable {
        let value: any Encodable

        func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
    }

    func encode(to encoder: any Encoder) throws {
        try members.mapValues(Member.init).encode(to: encoder)
    }
}
