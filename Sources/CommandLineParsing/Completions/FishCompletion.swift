/// The completion script for fish: one line for each name.
struct FishCompletion {
    let program: Program

    private var name: String { Self.quoted(program.name) }
    private var prefix: String { "_" + CompletionShell.functionName(program.name) }

    var script: String {
        let keys = (program.commandNames + ["help"]).map { " \($0)" }
        return """
            # Completion of \(program.name) for fish.

            # Whether the words before the cursor select this command.
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

            # Values to append to those before the last comma.
            function \(prefix)_list
                set -l token (commandline -ct | string replace -r -- '^--[^=]*=' '')
                set -l before (string match -r -- '^.*,' $token)
                printf '%s\\n' "$before"$argv
            end

            complete -c \(name) -f
            \((general + program.commands.flatMap(lines)).joined(separator: "\n"))

            """
    }

    /// The completions before a command is chosen.
    private var general: [String] {
        let at = condition("")
        let names = program.commandNames.joined(separator: " ")
        return program.commands.map { command in
            let abstract = Self.quoted(command.configuration.abstract)
            return "\(at) -a \(Self.quoted(command.name)) -d \(abstract)"
        } + [
            "\(at) -a help -d 'Explain a command'",
            "\(at) -l version -d 'Print the version'",
            "\(at) -s h -l help -d 'Print help'",
            "\(condition(" help")) -a \(Self.quoted(names))",
        ]
    }

    private func lines(of command: CommandEntry) -> [String] {
        let at = condition(" \(command.name)")
        return (["-s h -l help -d 'Print help'"] + command.declarations.parameters.flatMap(lines))
            .map { "\(at) \($0)" }
    }

    private func condition(_ key: String) -> String {
        "complete -c \(name) -n \(Self.quoted("\(prefix)_at '\(key)'"))"
    }

    private func lines(for parameter: Parameter) -> [String] {
        let offer: String? =
            switch parameter.completion {
            case .nothing: nil
            case .files: "-F"
            case .folders: "-a '(__fish_complete_directories)'"
            case .words(let choices): "-a \(Self.quoted(choices.joined(separator: " ")))"
            case .list(let choices):
                "-a "
                    + Self.quoted(
                        "(\(prefix)_list \(choices.map(Self.quoted).joined(separator: " ")))")
            }
        if parameter.kind == .argument { return offer.map { [$0] } ?? [] }
        let short = parameter.short.map { " -s \($0)" } ?? ""
        let isFile = parameter.completion == .files
        var value = ""
        if parameter.needsValue {
            value = isFile ? " -r -F" : " -x" + (offer.map { " \($0)" } ?? "")
        }
        return ["-l \(parameter.name)\(short)\(value) -d \(Self.quoted(parameter.help))"]
    }

    /// Quotes text for fish.
    private static func quoted(_ text: String) -> String {
        "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
    }
}
