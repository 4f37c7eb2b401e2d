/// The options of a command line and of the environment variable.
package struct GivenOptions: Sendable {
    let parameters: [Parameter]
    let found: [Parameter.Occurrence]

    /// Whether an option is given.
    ///
    /// - Parameter title: the name with dashes, such as `--output`.
    package func contains(_ title: String) -> Bool {
        found.contains { parameters[$0.parameter].title == title }
    }

    /// Returns the options as words with absolute paths, such as `--output=/data/public`. The words
    /// can be parsed without argument files and without the environment variable.
    ///
    /// - Parameters:
    ///   - set: the set whose options are returned.
    ///   - folder: the folder to which relative paths refer.
    package func words(of set: any ParameterSet, in folder: String) -> [String] {
        let titles = Set(Declarations(of: set).options.map(\.title))
        return found.compactMap { occurrence in
            let parameter = parameters[occurrence.parameter]
            guard titles.contains(parameter.title) else { return nil }
            let title = parameter.title(as: occurrence.spelling)
            guard let value = occurrence.value?.text else { return title }
            let isRelative = parameter.isPath && value.utf8.first != UInt8(ascii: "/")
            return "\(title)=\(isRelative ? "\(folder)/" : "")\(value)"
        }
    }
}

extension Parameter {
    /// Whether the value is a path of a file or a folder.
    fileprivate var isPath: Bool {
        switch value?.completion {
        case .files, .folders: true
        default: false
        }
    }
}

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
