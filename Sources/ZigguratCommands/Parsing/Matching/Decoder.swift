/// Turns matched words into the values of a command's properties.
enum Decoder {
    /// Hands every parameter of `declarations` what was found of it, in the order of the
    /// declarations, and then lets the command look at the whole.
    ///
    /// Complaints come in the order in which a person would mend them: what was given wrongly,
    /// what excludes something else, what is missing, what does not go together.
    static func decode(
        _ found: [[Parameter.Occurrence]], into declarations: Declarations, of node: CommandNode
    ) throws(CommandLineError) {
        let pairs = Array(zip(declarations.parameters, found))
        for (parameter, occurrences) in pairs where !occurrences.isEmpty {
            if occurrences.count > 1, !parameter.repeats {
                throw .givenTwice(parameter.title)
            }
            try parameter.accept(occurrences)
        }
        try checkExclusions(declarations.exclusions, pairs)
        for (parameter, occurrences) in pairs
        where occurrences.isEmpty && parameter.isRequired {
            throw parameter.kind == .argument
                ? .missingArgument(parameter.name, usage: node.usage)
                : .missingOption(parameter.title, label: parameter.valueLabel)
        }
        try declarations.validate()
    }

    private static func checkExclusions(
        _ exclusions: [[String]], _ pairs: [(Parameter, [Parameter.Occurrence])]
    ) throws(CommandLineError) {
        for names in exclusions {
            let given = names.filter { name in
                pairs.contains { parameter, occurrences in
                    let isPlain = parameter.title == name
                    return occurrences.contains {
                        $0.isInverse ? "--no-\(parameter.name)" == name : isPlain
                    }
                }
            }
            if given.count > 1 { throw .exclusive(given) }
        }
    }
}
