/// Mistakes in declarations, which are the programmer's and which a test should find.
enum DeclarationCheck {
    /// What does not fit together in a program; empty when all is well.
    static func problems(below root: CommandNode) -> [String] {
        root.all.flatMap { node in
            duplicates(node.children.map(\.name)).map {
                "\(node.call): two commands are called \($0)"
            } + problems(of: node).map { "\(node.call): \($0)" }
        }
    }

    private static func problems(of node: CommandNode) -> [String] {
        guard let type = node.type, let declarations = node.declarations else { return [] }
        var problems: [String] = []
        if !node.children.isEmpty, !declarations.parameters.isEmpty {
            problems.append("it has subcommands and parameters; it may have one or the other")
        }
        problems += listingProblems(of: type.init())
        let spellings = declarations.parameters.flatMap { $0.spellings + $0.inverseSpellings }
        problems += duplicates(["--help", "-h"] + spellings).map { "\($0) is declared twice" }
        problems += self.problems(of: declarations.arguments)
        for option in declarations.options { problems += self.problems(of: option) }
        for parameter in declarations.parameters
        where !parameter.description.hasSuitableDefault {
            problems.append("the default of \(parameter.title) breaks its own rule")
        }
        let names = Set(spellings)
        for name in declarations.exclusions.joined() where !names.contains(name) {
            problems.append("an exclusion names \(name), which is not declared")
        }
        return problems
    }

    /// Whether a set, and every set in it, lists the properties that reflection finds.
    private static func listingProblems(of set: any ParameterSet) -> [String] {
        let (listed, found) = (set.declared, DeclaredProperties(reflecting: set))
        guard listed.names == found.names else {
            return [
                "\(Swift.type(of: set)) lists \(listed.names.joined(separator: " ")) "
                    + "and declares \(found.names.joined(separator: " "))"
            ]
        }
        return zip(listed.properties, found.properties).flatMap { listed, found -> [String] in
            switch (listed.content, found.content) {
            case (.set(let members, _), .set): listingProblems(of: members)
            case (.parameter(let one), .parameter(let other)) where one === other: []
            default: ["\(Swift.type(of: set)) lists a property under the name of another one"]
            }
        }
    }

    /// Whether every word has one argument to go to.
    private static func problems(of arguments: [Parameter]) -> [String] {
        var problems: [String] = []
        for (argument, next) in zip(arguments, arguments.dropFirst()) {
            if argument.repeats {
                problems.append("\(next.name) comes after \(argument.name), which takes all words")
            }
            if !argument.isRequired, next.isRequired {
                problems.append(
                    "\(next.name) must be given but \(argument.name) before it need not")
            }
        }
        return problems
    }

    private static func problems(of option: Parameter) -> [String] {
        var problems: [String] = []
        if let short = option.short, !short.isLetter || !short.isASCII {
            problems.append("-\(short) is no letter from a to z")
        }
        if option.name.isEmpty || option.name.contains("=") || option.name.hasPrefix("-") {
            problems.append("\(option.title) is no name for an option")
        }
        guard let value = option.description.value else { return problems }
        if value.isCommaSeparated, !option.repeats {
            problems.append("\(option.title) is a list but holds one value")
        }
        if value.isCommaSeparated, value.choices.contains(where: { $0.contains(",") }) {
            problems.append("\(option.title) has a choice with a comma in it")
        }
        return problems
    }

    private static func duplicates(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { !seen.insert($0).inserted }
    }
}
