/// A shell that can be taught to complete a program's command lines.
enum CompletionShell: String, CaseIterable, CommandValue {
    case bash, zsh, fish

    func script(for root: CommandNode) -> String {
        switch self {
        case .bash: BashCompletion(root).script
        case .zsh: ZshCompletion(root).script
        case .fish: FishCompletion(root).script
        }
    }

    /// Text between single quotes, as bash and zsh read it.
    static func quoted(_ text: String) -> String {
        "'"
            + text.split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: "'\\''") + "'"
    }

    /// A name that may be a part of a shell function's.
    static func functionName(_ words: [String]) -> String {
        "_"
            + words.map { word in
                String(word.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
            }.joined(separator: "_")
    }
}
