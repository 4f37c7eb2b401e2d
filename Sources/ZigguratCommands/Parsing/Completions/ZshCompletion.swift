/// The completion script for zsh: one function a command, over `_arguments`.
struct ZshCompletion {
    private let root: CommandNode

    init(_ root: CommandNode) {
        self.root = root
    }

    var script: String {
        let name = CompletionShell.functionName([root.name])
        return """
            #compdef \(root.name)
            # Completion of \(root.name) for zsh.

            \(root.all.map(function).joined(separator: "\n"))
            # The file works in a folder of $fpath as well as when it is sourced.
            if [[ $funcstack[1] == \(name) ]]; then
                \(name) "$@"
            else
                compdef \(name) \(root.name)
            fi

            """
    }

    private func function(_ node: CommandNode) -> String {
        node.children.isEmpty ? parameters(of: node) : commands(of: node)
    }

    // MARK: Commands

    private func commands(of node: CommandNode) -> String {
        let name = CompletionShell.functionName(node.path)
        let isRoot = node.type == nil
        let descriptions = node.children.map {
            CompletionShell.quoted(
                "\(escape($0.name, in: ":")):\(CompletionEntry.firstSentence($0.configuration.abstract))"
            )
        }
        let branches = node.children.map {
            "        \($0.name)) \(CompletionShell.functionName($0.path)) && result=0 ;;"
        }
        let help =
            isRoot
            ? ["        help) ((CURRENT == 2)) && _describe command commands && result=0 ;;"] : []
        let version = isRoot ? " \\\n        '(- *)--version[Print the version]'" : ""
        let descriptionLines = (descriptions + (isRoot ? ["'help:Say more of a command'"] : []))
            .map { "        \($0)" }.joined(separator: "\n")
        return """
            \(name)() {
                local context state state_descr curcontext=$curcontext result=1
                local -a line commands=(
            \(descriptionLines)
                )
                local -A opt_args
                _arguments -C \\
                    '(- *)'{-h,--help}'[Print help]'\(version) \\
                    '1: :->command' '*:: :->rest' && result=0
                case $state in
                command) _describe command commands && result=0 ;;
                rest)
                    case $line[1] in
            \((branches + help).joined(separator: "\n"))
                    esac
                    ;;
                esac
                return result
            }

            """
    }

    // MARK: Parameters

    private func parameters(of node: CommandNode) -> String {
        let name = CompletionShell.functionName(node.path)
        var specifications = ["'(- *)'{-h,--help}'[Print help]'"]
        var place = 1
        for entry in node.completionEntries {
            if entry.parameter.kind == .argument {
                specifications.append(CompletionShell.quoted(argument(entry, place: place)))
                place += 1
            } else {
                specifications += options(entry).map(CompletionShell.quoted)
            }
        }
        let lines = specifications.map { "        \($0)" }.joined(separator: " \\\n")
        return """
            \(name)() {
                _arguments -s -S : \\
            \(lines)
            }

            """
    }

    private func argument(_ entry: CompletionEntry, place: Int) -> String {
        let parameter = entry.parameter
        let position = parameter.repeats ? "*" : "\(place)"
        let colon = parameter.isRequired || parameter.repeats ? ":" : "::"
        return "\(position)\(colon)\(escape(parameter.name, in: ":\\")):\(action(entry))"
    }

    private func options(_ entry: CompletionEntry) -> [String] {
        let parameter = entry.parameter
        let names = entry.shownSpellings + parameter.inverseSpellings.prefix(1)
        let mayRepeat = parameter.kind == .option && parameter.repeats
        let guardWords = mayRepeat ? "*" : "(\(names.joined(separator: " ")))"
        func bracketed(_ text: String) -> String { "[\(escape(text, in: "[]\\:"))]" }
        let summary = bracketed(entry.summary)
        guard let value = parameter.description.value else {
            return names.map { name in
                let isInverse = parameter.inverseSpellings.contains(name)
                return guardWords + name + (isInverse ? bracketed(entry.inverseSummary) : summary)
            }
        }
        let tail = "\(escape(value.name, in: ":\\")):\(action(entry))"
        return names.map { name in
            let isLong = name.hasPrefix("--")
            if !parameter.needsValue {
                return "\(guardWords)\(name)\(isLong ? "=-" : "")\(summary)"
                    + (isLong ? "::\(tail)" : "")
            }
            return "\(guardWords)\(name)\(isLong ? "=" : "+")\(summary):\(tail)"
        }
    }

    private func action(_ entry: CompletionEntry) -> String {
        func words(_ words: [String]) -> String {
            words.map { escape($0, in: "\\ ():[]'\"$`;&|<>*?~#") }.joined(separator: " ")
        }
        return switch entry.offer {
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
