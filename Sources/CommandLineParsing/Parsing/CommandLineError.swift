/// A mistake in a command line, and how to correct it.
package struct CommandLineError: Error, Hashable {
    /// What is wrong, without a full stop: `unknown option “--layuot”`.
    package let problem: String
    /// What to do: `did you mean --layout?`
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
        return Self(
            "unknown option “\(option)”\(place)",
            hint: didYouMean(suggestion) ?? "“\(helpCommand)” lists the options")
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
        _ word: ArgumentText, for parameter: String, expectation: String, choices: [String]
    ) -> Self {
        Self(
            "invalid value \(word.quoted) for \(parameter)",
            hint: didYouMean(Suggestion.nearest(to: word.text, among: choices))
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

    private static func didYouMean(_ suggestion: String?) -> String? {
        suggestion.map { "did you mean \($0)?" }
    }
}
