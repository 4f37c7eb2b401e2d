/// A shell for which a completion script can be generated.
package enum CompletionShell: String, CaseIterable, CommandValue {
    case bash, zsh, fish
}

extension Program {
    /// The first word of a completion script's request, which makes the program complete words
    /// instead of running a command.
    static let completionRequest = "__complete"

    /// Returns the script that makes a shell complete this program's command lines.
    ///
    /// The script calls the program as the user typed it, with the shell's name and the words up to
    /// the cursor. The program's answer goes to the shell; see ``CompletionAnswer``.
    package func completionScript(for shell: CompletionShell) -> String {
        let call = "\(Self.completionRequest) \(shell.rawValue)"
        let body =
            switch shell {
            case .bash: bashScript(call)
            case .zsh: zshScript(call)
            case .fish: fishScript(call)
            }
        return (shell == .zsh ? "#compdef \(name)\n" : "")
            + "# Completion of \(name) for \(shell.rawValue).\n\n\(body)\n"
    }

    private func bashScript(_ call: String) -> String {
        #"""
        _\#(name)() {
            local -a answer
            local prefix
            mapfile -t answer < <(
                "${1/#\~\//$HOME/}" \#(call) "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
            prefix=${answer[1]-}
            # If bash splits words at the equals sign, it keeps the part before it.
            [[ $COMP_WORDBREAKS == *=* ]] && prefix=${prefix#--*=}
            COMPREPLY=()
            case ${answer[0]-} in
                file | directory)
                    compopt -o filenames 2>/dev/null
                    mapfile -t COMPREPLY < <(
                        compgen -A "${answer[0]}" -P "$prefix" -- "${answer[2]-}")
                    COMPREPLY+=("${answer[@]:3}")
                    ;;
                list | word)
                    [[ ${answer[0]} == list ]] && compopt -o nospace 2>/dev/null
                    COMPREPLY=("${answer[@]:3}")
                    COMPREPLY=("${COMPREPLY[@]/#/"$prefix"}")
                    ;;
            esac
        }

        complete -F _\#(name) \#(name)
        """#
    }

    private func zshScript(_ call: String) -> String {
        #"""
        _\#(name)() {
            local -a answer offers
            answer=("${(@f)$(${~words[1]} \#(call) "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
            offers=("${(@)answer[4,-1]}")
            compset -P "${(b)answer[2]}"
            case $answer[1] in
                file) _describe word offers; _files ;;
                directory) _describe word offers; _files -/ ;;
                list) _describe value offers -S '' ;;
                word) _describe word offers ;;
            esac
        }

        # The file works in a folder of $fpath, and when it is sourced.
        if [[ $funcstack[1] == _\#(name) ]]; then
            _\#(name) "$@"
        else
            compdef _\#(name) \#(name)
        fi
        """#
    }

    private func fishScript(_ call: String) -> String {
        #"""
        function _\#(name)_complete
            set -l words (commandline -opc)
            set -l program (string replace -r -- '^~/' ~/ $words[1])
            set -l answer ($program \#(call) $words[2..] (commandline -ct) 2>/dev/null)
            set -l offers $answer[4..]
            switch $answer[1]
                case file
                    set -a offers (__fish_complete_path $answer[3])
                case directory
                    set -a offers (__fish_complete_directories $answer[3])
            end
            for offer in $offers
                printf '%s\n' $answer[2]$offer
            end
        end

        complete -c \#(name) -f -a '(_\#(name)_complete)'
        """#
    }
}
