/// The completion script for bash.
///
/// The script joins the words that bash splits at `=`, finds the command among the words before
/// the cursor, and looks up what may stand at the cursor.
struct BashCompletion {
    let program: Program

    private var function: String { CompletionShell.functionName(program.name) }

    var script: String {
        """
        # Completion of \(program.name) for bash.

        \(function)() {
            local -a words=() choices=()
            local i word path='' pending='' ended='' count=0 kind='' value='' prefix=''
            COMPREPLY=()

            # bash splits words at the equals sign: join them.
            for ((i = 1; i <= COMP_CWORD; i++)); do
                word=${COMP_WORDS[i]}
                if ((${#words[@]})) && [[ ${words[-1]} == --* && $word == '=' ]]; then
                    words[-1]+='='
                elif ((${#words[@]})) && [[ ${words[-1]} == --*= ]]; then
                    words[-1]+=$word
                else
                    words+=("$word")
                fi
            done
            local current=${words[-1]}
            unset 'words[-1]'

            # Find the command and the word before the cursor.
            for word in "${words[@]}"; do
                if [[ $pending ]]; then
                    pending=''
                elif [[ $ended ]]; then
                    ((++count))
                elif [[ $word == -- ]]; then
                    ended=1
                elif [[ $word == -* ]]; then
                    case "$path $word" in
        \(cases(valueOptions.map { ($0, "pending=$word") }, indent: 16))
                    esac
                else
                    case "$path $word" in
        \(cases([(commandKeys, #"path+=" $word""#)], indent: 16))
                        *) ((++count)) ;;
                    esac
                fi
            done

            # Find what may stand at the cursor.
            value=$current
            if [[ $pending ]]; then
                word=$pending
            elif [[ ! $ended && $current == --*=* ]]; then
                word=${current%%=*}
                value=${current#*=}
                [[ $COMP_WORDBREAKS == *=* ]] || prefix="$word="
            elif [[ ! $ended && $current == -* ]]; then
                word='-'
            else
                word="#$count"
            fi
            case "$path $word" in
        \(cases(offers, indent: 8))
            esac
            case $kind in
                files)
                    compopt -o filenames 2>/dev/null
                    mapfile -t COMPREPLY < <(compgen -f -P "$prefix" -- "$value")
                    ;;
                folders)
                    compopt -o filenames 2>/dev/null
                    mapfile -t COMPREPLY < <(compgen -d -P "$prefix" -- "$value")
                    ;;
                words | list)
                    if [[ $kind == list ]]; then
                        compopt -o nospace 2>/dev/null
                        [[ $value == *,* ]] && prefix+="${value%,*},"
                        value=${value##*,}
                    fi
                    for word in "${choices[@]}"; do
                        [[ $word == "$value"* ]] && COMPREPLY+=("$prefix$word")
                    done
                    ;;
            esac
        }

        complete -F \(function) \(program.name)

        """
    }

    /// Patterns and actions as the lines of a `case`.
    private func cases(_ pairs: [(keys: [String], action: String)], indent: Int) -> String {
        let indent = String(repeating: " ", count: indent)
        return pairs.map { keys, action in
            let patterns = keys.map { key in
                // The key of an argument that takes all words ends with `*`, which stays a pattern.
                key.hasSuffix("*")
                    ? CompletionShell.quoted(String(key.dropLast())) + "*"
                    : CompletionShell.quoted(key)
            }
            return "\(indent)\(patterns.joined(separator: " | "))) \(action) ;;"
        }.joined(separator: "\n")
    }

    /// The options that take the next word, each with its command.
    private var valueOptions: [[String]] {
        program.commands.flatMap { command in
            command.declarations.options.filter(\.needsValue).map { option in
                option.spellings.map { " \(command.name) \($0)" }
            }
        }
    }

    private var commandKeys: [String] { (program.commandNames + ["help"]).map { " \($0)" } }

    /// What may stand at the cursor: commands, option names, values, arguments.
    private var offers: [(keys: [String], action: String)] {
        let names = program.commandNames
        let general = [
            ([" -"], words(["--help", "-h", "--version"])), ([" #0"], words(names + ["help"])),
            ([" help #0"], words(names)),
        ]
        return general
            + program.commands.flatMap { command in
                let key = " \(command.name)"
                let declarations = command.declarations
                var offers = declarations.options.flatMap { option in
                    offer(option, at: option.spellings.map { "\(key) \($0)" })
                }
                let names = declarations.options.flatMap(\.spellings)
                offers.append((["\(key) -"], words(names + ["--help", "-h"])))
                for (index, argument) in declarations.arguments.enumerated() {
                    let keys = argument.repeats && index == 0 ? ["*"] : ["\(index)"]
                    let others = argument.repeats && index > 0 ? ["*"] : []
                    offers += offer(argument, at: (keys + others).map { "\(key) #\($0)" })
                }
                return offers
            }
    }

    private func offer(
        _ parameter: Parameter, at keys: [String]
    ) -> [(keys: [String], action: String)] {
        switch parameter.completion {
        case .nothing: []
        case .files: [(keys, "kind=files")]
        case .folders: [(keys, "kind=folders")]
        case .words(let choices): [(keys, words(choices))]
        case .list(let choices): [(keys, words(choices, kind: "list"))]
        }
    }

    private func words(_ words: [String], kind: String = "words") -> String {
        "kind=\(kind) choices=(\(words.map(CompletionShell.quoted).joined(separator: " ")))"
    }
}
