/// The completion script for fish: one line a name.
struct FishCompletion {
    private let root: CommandNode
    private let program: String
    private let prefix: String

    init(_ root: CommandNode) {
        self.root = root
        program = Self.quoted(root.name)
        prefix = "_" + CompletionShell.functionName([root.name])
    }

    var script: String {
        let keys = root.all.dropFirst().map(\.completionKey) + [" help"]
        return """
            # Completion of \(root.name) for fish.

            # Whether the words before the cursor lead to this command.
            function \(prefix)_at
                set -l words (commandline -opc)
                set -e words[1]
                set -l path ''
                for word in $words
                    switch "$path $word"
                        case \(keys.map(Self.quoted).joined(separator: " "))
                            set path "$path $word"
                    end
                end
                test "$path" = "$argv[1]"
            end

            # The values that may follow those that stand before the last comma.
            function \(prefix)_list
                set -l token (commandline -ct | string replace -r -- '^--[^=]*=' '')
                set -l before (string match -r -- '^.*,' $token)
                printf '%s\\n' "$before"$argv
            end

            complete -c \(program) -f
            \(root.all.flatMap(lines).joined(separator: "\n"))

            """
    }

    private func lines(of node: CommandNode) -> [String] {
        let at = condition(node.completionKey)
        var lines = node.children.map { child in
            let abstract = CompletionEntry.firstSentence(child.configuration.abstract)
            return "\(at) -a \(Self.quoted(child.name)) -d \(Self.quoted(abstract))"
        }
        if node.type == nil {
            lines.append("\(at) -a help -d 'Say more of a command'")
            lines.append("\(at) -l version -d 'Print the version'")
            let names = node.children.map(\.name).joined(separator: " ")
            lines.append("\(condition(" help")) -a \(Self.quoted(names))")
        }
        lines.append("\(at) -s h -l help -d 'Print help'")
        for entry in node.completionEntries {
            lines += Self.lines(for: entry, prefix: prefix).map { "\(at) \($0)" }
        }
        return lines
    }

    private func condition(_ key: String) -> String {
        "complete -c \(program) -n \(Self.quoted("\(prefix)_at '\(key)'"))"
    }

    private static func lines(for entry: CompletionEntry, prefix: String) -> [String] {
        let parameter = entry.parameter
        let offer: String? =
            switch entry.offer {
            case .nothing: nil
            case .files: "-F"
            case .folders: "-a '(__fish_complete_directories)'"
            case .words(let choices): "-a \(quoted(choices.joined(separator: " ")))"
            case .list(let choices):
                "-a \(quoted("(\(prefix)_list \(choices.map(quoted).joined(separator: " ")))"))"
            }
        if parameter.kind == .argument { return offer.map { [$0] } ?? [] }
        let short = parameter.short.map { " -s \($0)" } ?? ""
        let value =
            entry.takesNextWord ? (entry.offer == .files ? " -r -F" : " -x") : ""
        let choices = entry.takesNextWord && entry.offer != .files ? offer.map { " \($0)" } : nil
        let summary = " -d \(quoted(entry.summary))"
        let inverse = parameter.inverseSpellings.prefix(1).map {
            "-l \($0.dropFirst(2)) -d \(quoted(entry.inverseSummary))"
        }
        return ["-l \(parameter.name)\(short)\(value)\(choices ?? "")\(summary)"] + inverse
    }

    /// Text between single quotes, as fish reads it.
    private static func quoted(_ text: String) -> String {
        "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
    }
}
