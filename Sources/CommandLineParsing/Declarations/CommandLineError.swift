/// A mistake in a command line, and how to correct it.
package struct CommandLineError: Error, Hashable {
    /// The problem, without a full stop: `unknown option “--layuot”`.
    package let problem: String
    /// The advice for the user: `did you mean --layout?`
    package let hint: String

    package init(_ problem: String, hint: String) {
        self.problem = problem
        self.hint = hint
    }
}

extension CommandLineError {
    static func unknownCommand(
        _ word: ArgumentText, among names: [String], helpCommand: String
    ) -> Self {
        Self(
            "unknown command \(word.quoted)",
            hint: didYouMean(Suggestion.nearest(to: word.text, among: names))
                ?? "“\(helpCommand)” lists the commands")
    }

    static func optionBeforeCommand(_ option: String, program: String) -> Self {
        Self(
            "option \(option) stands before the command",
            hint: "write it after the command: \(program) COMMAND \(option)")
    }

    static func unknownOption(
        _ option: String, in word: ArgumentText? = nil, suggestion: String? = nil,
        helpCommand: String
    ) -> Self {
        let place = word.map { $0.escaped == option ? "" : " in \($0.quoted)" } ?? ""
        let written = word?.escaped ?? option
        return Self(
            "unknown option “\(option)”\(place)",
            hint: written.contains(".")
                ? "write ./\(written) if it is the name of a file"
                : didYouMean(suggestion) ?? "“\(helpCommand)” lists the options")
    }

    /// Returns the error for an unknown letter in a word such as `-dash.jpg`.
    static func optionLikeFile(_ option: String, in word: ArgumentText) -> Self {
        Self(
            "unknown option “\(option)” in \(word.quoted)",
            hint: "if \(word.escaped) is a file, write ./\(word.escaped)")
    }

    /// Returns the error for a separate word after an option whose value must be joined with `=`.
    static func separateValue(_ option: String, value: ArgumentText) -> Self {
        Self(
            "unexpected word \(value.quoted) after \(option)",
            hint: "write \(option)=\(value.escaped), or ./\(value.escaped) for a file")
    }

    static func missingValue(_ option: String, label: String) -> Self {
        Self("missing value for \(option)", hint: "write \(option) \(label)")
    }

    static func missingValue(_ option: String, label: String, before next: ArgumentText) -> Self {
        let joined = option.hasPrefix("--") ? "\(option)=" : option
        return Self(
            "missing value for \(option): the next word is the option \(next.escaped)",
            hint: "write \(option) \(label), or \(joined)\(next.escaped) if that is the value")
    }

    static func needlessValue(_ option: String, value: ArgumentText) -> Self {
        Self("unexpected value \(value.quoted) for \(option)", hint: "write \(option) alone")
    }

    static func givenTwice(_ option: String) -> Self {
        Self("\(option) is given twice", hint: "give it once")
    }

    static func missingOption(_ option: String, label: String) -> Self {
        Self("missing option \(option)", hint: "write \(option) \(label)")
    }

    static func exclusive(_ options: [String]) -> Self {
        Self(
            "\(Wording.list(options, "and")) cannot be combined", hint: "give only one of them")
    }

    static func invalidValue(
        _ word: ArgumentText, for parameter: String, expectation: String, choices: [String],
        hint: String? = nil
    ) -> Self {
        Self(
            "invalid value \(word.quoted) for \(parameter)",
            hint: hint ?? didYouMean(Suggestion.nearest(to: word.text, among: choices))
                ?? "expected \(expectation)")
    }

    static func emptyPart(of word: ArgumentText, for parameter: String) -> Self {
        Self(
            "empty value in \(word.quoted) for \(parameter)",
            hint: "separate the values with one comma, without spaces")
    }

    static func missingArgument(_ label: String, usage: String) -> Self {
        Self("missing argument \(label)", hint: "write \(usage)")
    }

    static func unexpectedArgument(_ word: ArgumentText, usage: String) -> Self {
        Self("unexpected argument \(word.quoted)", hint: "write \(usage)")
    }

    static func unreadableArgumentFile(_ word: ArgumentText, reason: String) -> Self {
        Self(
            "cannot read the arguments in \(word.quoted): \(reason)",
            hint: "if \(word.escaped) is an image or a folder, write ./\(word.escaped)")
    }

    static func wrongQuotes(in word: ArgumentText, line: Int) -> Self {
        Self(
            "invalid quotes in line \(line) of \(word.quoted)",
            hint: "write one argument a line, with a quote at its start and its end")
    }

    static func unclosedQuote(in variable: String) -> Self {
        Self("missing quote in \(variable)", hint: "close the quotes, as in a shell")
    }

    static func unexpectedWord(_ word: ArgumentText, in variable: String) -> Self {
        Self(
            "unexpected word \(word.quoted) in \(variable)",
            hint: "write long options of commands, such as --jobs=2")
    }

    static func unknownFormat(_ word: ArgumentText?, _ formats: [String]) -> Self {
        Self(
            word.map { "invalid value \($0.quoted) for --format" } ?? "missing value for --format",
            hint: "expected \(Wording.list(formats, "or"))")
    }

    private static func didYouMean(_ suggestion: String?) -> String? {
        suggestion.map { "did you mean \($0)?" }
    }
}
