/// A shell for which a completion script can be generated.
package enum CompletionShell: String, CaseIterable, CommandValue {
    case bash, zsh, fish

    /// Quotes text for bash and zsh.
    static func quoted(_ text: String) -> String {
        let parts = text.split(separator: "'", omittingEmptySubsequences: false)
        return "'" + parts.joined(separator: "'\\''") + "'"
    }

    /// The name of a shell function: `_ziggurat_export`.
    static func functionName(_ words: String...) -> String {
        "_"
            + words.map { word in
                String(word.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
            }.joined(separator: "_")
    }
}

extension Program {
    /// The script that makes a shell complete this program's command lines.
    package func completionScript(for shell: CompletionShell) -> String {
        switch shell {
        case .bash: BashCompletion(program: self).script
        case .zsh: ZshCompletion(program: self).script
        case .fish: FishCompletion(program: self).script
        }
    }
}

extension Parameter {
    /// What shells offer for its value.
    var completion: Completion { value?.completion ?? .nothing }
}
