@testable import CommandLineParsing

extension Program {
    /// Mistakes in the declarations of commands and parameters; empty if they are correct.
    var declarationProblems: [String] {
        duplicates(commandNames).map { "\(name): two commands are called \($0)" }
            + commands.flatMap { command in
                problems(of: command.declarations).map { "\(command.call): \($0)" }
            }
    }

    private func problems(of declarations: Declarations) -> [String] {
        let spellings = declarations.parameters.flatMap(\.spellings)
        var problems = duplicates(["--help", "-h"] + spellings).map { "\($0) is declared twice" }
        problems += self.problems(of: declarations.arguments)
        for option in declarations.options {
            if let short = option.short, !short.isLetter || !short.isASCII {
                problems.append("-\(short) is not a letter from a to z")
            }
            if case .list(let choices)? = option.value?.completion,
                choices.contains(where: { $0.contains(",") })
            {
                problems.append("\(option.title) has a choice that contains a comma")
            }
        }
        for name in declarations.exclusions.joined() where !spellings.contains(name) {
            problems.append("an exclusion names \(name), which is not declared")
        }
        return problems
    }

    /// Checks that each word of a command line has exactly one argument.
    private func problems(of arguments: [Parameter]) -> [String] {
        zip(arguments, arguments.dropFirst()).flatMap { argument, next in
            var problems: [String] = []
            if argument.repeats {
                problems.append("\(next.name) follows \(argument.name), which takes all words")
            }
            if !argument.isRequired, next.isRequired {
                problems.append(
                    "\(next.name) is required but follows the optional \(argument.name)")
            }
            return problems
        }
    }

    private func duplicates(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { !seen.insert($0).inserted }
    }
}
