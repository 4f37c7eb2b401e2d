/// The options in an environment variable, such as `--jobs=2 --no-sync`, for all commands.
///
/// A command ignores the options of other commands. Options on the command line take precedence.
struct OptionsVariable {
    let name: String
    let value: ArgumentText

    /// Returns the options that belong to a command.
    ///
    /// - Parameter commands: all commands of the program.
    func occurrences(
        for declarations: Declarations, among commands: [CommandEntry]
    ) throws(CommandLineError) -> [Parameter.Occurrence] {
        guard let words = WordSplitting.words(in: value.text) else {
            throw .unclosedQuote(in: name)
        }
        var found: [Parameter.Occurrence] = []
        var tokens = words.map { Token(value.part($0)) }[...]
        while let token = tokens.popFirst() {
            guard case .long(let option, var value) = token else {
                throw .unexpectedWord(token.word, in: name)
            }
            let title = "--\(option)"
            let index = declarations.parameters.firstIndex { $0.title == title }
            guard
                let parameter = index.map({ declarations.parameters[$0] })
                    ?? commands.lazy.compactMap({ $0.declarations.option(title) }).first
            else { throw .unexpectedWord(ArgumentText(title), in: name) }
            let spelling = "\(title) in \(name)"
            if parameter.kind == .flag, let value { throw .needlessValue(spelling, value: value) }
            if value == nil, parameter.needsValue {
                guard let next = tokens.popFirst() else {
                    throw .missingValue(spelling, label: parameter.valueLabel)
                }
                value = next.word
            }
            guard let index else { continue }
            found.append(Parameter.Occurrence(parameter: index, spelling: spelling, value: value))
        }
        return found
    }
}

extension Declarations {
    /// Adds the variable's options, except options that the command line contains or excludes.
    func adding(
        _ defaults: [Parameter.Occurrence], to found: [Parameter.Occurrence]
    ) -> [Parameter.Occurrence] {
        let parameters = parameters
        let given = Set(found.map { parameters[$0.parameter].title })
        return found
            + defaults.filter { option in
                let title = parameters[option.parameter].title
                return !given.contains(title)
                    && !exclusions.contains { $0.contains(title) && !given.isDisjoint(with: $0) }
            }
    }
}
