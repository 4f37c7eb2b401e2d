/// The completion script for bash, which needs no helper from elsewhere.
///
/// The script first puts words together again that bash has parted at `=`, then walks over those
/// before the cursor to learn which command is meant, and looks up what may stand at the cursor.
struct BashCompletion {
    private let root: CommandNode
    private let function: String

    init(_ root: CommandNode) {
        self.root = root
        function = CompletionShell.functionName([root.name])
    }

    var script: String {
        """
        # Completion of \(root.name) for bash.

        \(function)() {
            local -a words=() choices=()
            local i word path='' pending='' ended='' count=0 kind='' value='' prefix=''
            COMPREPLY=()

            # bash parts words at the equals sign: put them together again.
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

            # Which command is it, and what stands before the cursor?
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

            # What may stand at the cursor?
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

        complete -F \(function) \(root.name)

        """
    }

    /// Patterns and what to do, as lines of a `case`.
    private func cases(
        _ pairs: [(keys: [String], action: String)], indent: Int
    ) -> String {
        let indent = String(repeating: " ", count: indent)
        return pairs.map { keys, action in
            let patterns = keys.map { key in
                // An argument that takes all words ends with a star, which must stay a pattern.
                key.hasSuffix("*")
                    ? CompletionShell.quoted(String(key.dropLast())) + "*"
                    : CompletionShell.quoted(key)
            }
            return "\(indent)\(patterns.joined(separator: " | "))) \(action) ;;"
        }.joined(separator: "\n")
    }

    /// The options that the next word belongs to, each with its command.
    private var valueOptions: [[String]] {
        root.all.flatMap { node in
            node.completionEntries.filter(\.takesNextWord).map { entry in
                entry.parameter.spellings.map { "\(node.completionKey) \($0)" }
            }
        }
    }

    /// What leads to each command, and to each after `help`.
    private var commandKeys: [String] {
        let keys = root.all.dropFirst().map(\.completionKey)
        return keys + [" help"]
            + root.all.dropFirst().filter { !$0.children.isEmpty }.map {
                " help\($0.completionKey)"
            }
    }

    /// What may stand at the cursor: values of options, names of options, commands, arguments.
    private var offers: [(keys: [String], action: String)] {
        root.all.flatMap { node in
            let key = node.completionKey
            var offers: [(keys: [String], action: String)] = []
            for entry in node.completionEntries where entry.parameter.kind == .option {
                offers += offer(entry, at: entry.parameter.spellings.map { "\(key) \($0)" })
            }
            let names = node.declarations?.options.flatMap {
                CompletionEntry(parameter: $0).shownSpellings + $0.inverseSpellings.prefix(1)
            }
            let common = ["--help", "-h"] + (node.type == nil ? ["--version"] : [])
            offers += [(["\(key) -"], words((names ?? []) + common))]
            if !node.children.isEmpty {
                let names = node.children.map(\.name)
                offers += [(["\(key) #0"], words(names + (node.type == nil ? ["help"] : [])))]
                offers += [([" help\(key) #0"], words(names))]
            }
            let arguments = node.completionEntries.filter { $0.parameter.kind == .argument }
            for (index, entry) in arguments.enumerated() {
                let place = entry.parameter.repeats && index == 0 ? "*" : "\(index)"
                offers += offer(entry, at: ["\(key) #\(place)"])
                if entry.parameter.repeats, index > 0 { offers += offer(entry, at: ["\(key) #*"]) }
            }
            return offers
        }
    }

    private func offer(
        _ entry: CompletionEntry, at keys: [String]
    ) -> [(keys: [String], action: String)] {
        switch entry.offer {
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
