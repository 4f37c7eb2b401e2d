/// The words of every complaint that the parser makes, in one place.
extension CommandLineError {
    // MARK: Commands

    static func unknownCommand(_ word: ArgumentText, among names: [String]) -> Self {
        let remedy = Suggestion.nearest(to: word.text, among: names).map { "did you mean \($0)?" }
        return Self(
            "unknown command \(word.quoted)",
            remedy: remedy ?? "the commands are \(Wording.all(names))")
    }

    static func optionBeforeCommand(_ option: String, program: String) -> Self {
        Self(
            "the option \(option) comes before the command",
            remedy: "write it after the command: \(program) COMMAND \(option)")
    }

    // MARK: Options

    static func unknownOption(_ option: String, suggestion: String?, helpCommand: String) -> Self {
        Self(
            "unknown option \(option)",
            remedy: suggestion.map { "did you mean \($0)?" }
                ?? "\(helpCommand) lists the options")
    }

    static func unknownLetter(_ letter: String, in word: ArgumentText, helpCommand: String) -> Self
    {
        let place = word.escaped == letter ? "" : " in \(word.escaped)"
        return Self(
            "unknown option \(letter)\(place)", remedy: "\(helpCommand) lists the options")
    }

    static func missingValue(_ option: String, label: String) -> Self {
        Self("\(option) wants a value", remedy: "write \(option) \(label)")
    }

    static func missingValue(_ option: String, label: String, before next: ArgumentText) -> Self {
        let joined = option.hasPrefix("--") ? "\(option)=" : option
        return Self(
            "\(option) wants a value but is followed by the option \(next.escaped)",
            remedy: "write \(option) \(label), or \(joined)\(next.escaped) if that is the value")
    }

    static func needlessValue(_ option: String, value: ArgumentText) -> Self {
        Self("\(option) takes no value, so not \(value.quoted)", remedy: "write \(option) alone")
    }

    static func givenTwice(_ option: String) -> Self {
        Self("\(option) is given twice", remedy: "give it once")
    }

    static func missingOption(_ option: String, label: String) -> Self {
        Self("\(option) is missing", remedy: "write \(option) \(label)")
    }

    static func exclusive(_ options: [String]) -> Self {
        Self(
            "\(Wording.all(options)) exclude each other",
            remedy: "leave \(options.count == 2 ? "one of them" : "all but one") out")
    }

    // MARK: Values and arguments

    static func unsuitable(
        _ word: ArgumentText, for parameter: String, expectation: String, suggestion: String?
    ) -> Self {
        Self(
            "\(parameter) is \(expectation), not \(word.quoted)",
            remedy: suggestion.map { "did you mean \($0)?" })
    }

    static func emptyPart(of word: ArgumentText, for parameter: String) -> Self {
        Self(
            "\(parameter) has an empty value in \(word.quoted)",
            remedy: "write the values with one comma between them and no spaces")
    }

    static func missingArgument(_ label: String, usage: String) -> Self {
        Self("\(label) is missing", remedy: "write \(usage)")
    }

    static func unexpectedArgument(_ word: ArgumentText, usage: String) -> Self {
        Self("unexpected argument \(word.quoted)", remedy: "write \(usage)")
    }
}
