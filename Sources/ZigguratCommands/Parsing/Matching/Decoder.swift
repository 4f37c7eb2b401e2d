/// Turns matched words into the values of a command's properties.
enum Decoder {
    /// Hands every parameter of `declarations` what was found of it, in the order of the
    /// declarations, and then lets the command look at the whole.
    ///
    /// Complaints come in the order in which a person would mend them: what was given wrongly,
    /// what excludes something else, what is missing, what does not go together.
    static func decode(
        _ found: [Parameter.Occurrence], into declarations: Declarations, of node: CommandNode
    ) throws(CommandLineError) {
        let parameters = declarations.parameters
        for (index, parameter) in parameters.enumerated() {
            let occurrences = found.filter { $0.parameter == index }
            guard !occurrences.isEmpty else { continue }
            if occurrences.count > 1, !parameter.repeats { throw .givenTwice(parameter.title) }
            try parameter.accept(occurrences)
        }
        for names in declarations.exclusions {
            let given = names.filter { name in
                found.contains { parameters[$0.parameter].title(isInverse: $0.isInverse) == name }
            }
            if given.count > 1 { throw .exclusive(given) }
        }
        for (index, parameter) in parameters.enumerated()
        where parameter.isRequired && !found.contains(where: { $0.parameter == index }) {
            throw parameter.kind == .argument
                ? .missingArgument(parameter.name, usage: node.usage)
                : .missingOption(parameter.title, label: parameter.valueLabel)
        }
        try declarations.validate()
    }
}

extension Parameter {
    /// What messages call it, or its inverse: `--alpha`, `--no-alpha`.
    fileprivate func title(isInverse: Bool) -> String { isInverse ? "--no-\(name)" : title }
}
