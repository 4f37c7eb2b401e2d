/// The completion script for zsh: one function for each command, over `_arguments`.
struct ZshCompletion {
    let program: Program

    private var function: String { CompletionShell.functionName(program.name) }

    var script: String {
        """
        #compdef \(program.name)
        # Completion of \(program.name) for zsh.

        \(commands)
        \(program.commands.map(parameters).joined(separator: "\n"))
        # The file works in a folder of $fpath, and when it is sourced.
        if [[ $funcstack[1] == \(function) ]]; then
            \(function) "$@"
        else
            compdef \(function) \(program.name)
        fi

        """
    }

    private var commands: String {
        let descriptions =
            program.commands.map { command in
                let name = escape(command.name, in: ":")
                return CompletionShell.quoted("\(name):\(command.configuration.abstract)")
            } + ["'help:Explain a command'"]
        let branches = program.commands.map { command in
            let function = CompletionShell.functionName(program.name, command.name)
            return "        \(command.name)) \(function) && result=0 ;;"
        }
        return """
            \(function)() {
                local context state state_descr curcontext=$curcontext result=1
                local -a line commands=(
            \(descriptions.map { "        \($0)" }.joined(separator: "\n"))
                )
                local -A opt_args
                _arguments -C \\
                    '(- *)'{-h,--help}'[Print help]' \\
                    '(- *)--version[Print the version]' \\
                    '1: :->command' '*:: :->rest' && result=0
                case $state in
                command) _describe command commands && result=0 ;;
                rest)
                    case $line[1] in
            \(branches.joined(separator: "\n"))
                    help) ((CURRENT == 2)) && _describe command commands && result=0 ;;
                    esac
                    ;;
                esac
                return result
            }

            """
    }

    private func parameters(of command: CommandEntry) -> String {
        let declarations = command.declarations
        let arguments = declarations.arguments.enumerated().map { argument($1, place: $0 + 1) }
        let specifications =
            ["'(- *)'{-h,--help}'[Print help]'"]
            + (arguments + declarations.options.flatMap(options)).map(CompletionShell.quoted)
        return """
            \(CompletionShell.functionName(program.name, command.name))() {
                _arguments -s -S : \\
            \(specifications.map { "        \($0)" }.joined(separator: " \\\n"))
            }

            """
    }

    private func argument(_ parameter: Parameter, place: Int) -> String {
        let position = parameter.repeats ? "*" : "\(place)"
        let colon = parameter.isRequired || parameter.repeats ? ":" : "::"
        return "\(position)\(colon)\(escape(parameter.name, in: ":\\")):\(action(parameter))"
    }

    private func options(_ parameter: Parameter) -> [String] {
        let names = parameter.spellings
        let repeats = parameter.kind == .option && parameter.repeats
        let exclusion = repeats ? "*" : "(\(names.joined(separator: " ")))"
        let summary = "[\(escape(parameter.help, in: "[]\\:"))]"
        guard parameter.kind == .option else { return names.map { exclusion + $0 + summary } }
        let tail = "\(escape(parameter.valueLabel, in: ":\\")):\(action(parameter))"
        return names.map { name in
            let isLong = name.hasPrefix("--")
            if !parameter.needsValue {
                return "\(exclusion)\(name)\(isLong ? "=-" : "")\(summary)"
                    + (isLong ? "::\(tail)" : "")
            }
            return "\(exclusion)\(name)\(isLong ? "=" : "+")\(summary):\(tail)"
        }
    }

    private func action(_ parameter: Parameter) -> String {
        func words(_ words: [String]) -> String {
            words.map { escape($0, in: "\\ ():[]'\"$`;&|<>*?~#") }.joined(separator: " ")
        }
        return switch parameter.completion {
        case .nothing: " "
        case .files: "_files"
        case .folders: "_files -/"
        case .words(let choices): "(\(words(choices)))"
        case .list(let choices): " _values -s , value \(words(choices))"
        }
    }

    private func escape(_ text: String, in special: String) -> String {
        text.map { special.contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}
