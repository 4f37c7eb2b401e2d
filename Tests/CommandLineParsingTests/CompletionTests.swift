import Foundation
import Testing

@testable import CommandLineParsing

/// Completion scripts, run in the shells.
@Suite struct CompletionTests {
    private static let commands = ["draw", "export", "help", "layouts", "list"]
    private static let exportOptions = [
        "--color", "--dry-run", "--edge", "--fit", "--flat", "--force", "--help", "--layout",
        "--lossless", "--output", "--overlap", "--quality", "--skip-blanks", "--tile-size",
        "--turn",
    ]

    /// “|” separates the words as bash does; the cursor is at the last one.
    @Test(
        .enabled(if: Shell.has(.bash), "bash is not installed"),
        arguments: [
            // Commands
            ("", commands), ("e", ["export"]), ("x", []), ("help|l", ["layouts", "list"]),
            ("help|export|", []),
            ("-", ["--help", "--version", "-h"]),

            // Options
            ("export|--", exportOptions), ("export|--ti", ["--tile-size"]),
            ("export|-", exportOptions + ["-f", "-h", "-l", "-n", "-o", "-q", "-t"]),
            ("export|a|--fl", ["--flat"]), ("export|--|--", []),
            ("layouts|-", ["--help", "-h"]),

            // Values
            ("export|--edge|", ["crop", "pad"]), ("export|--edge|p", ["pad"]),
            ("export|--edge|=", ["crop", "pad"]), ("export|--edge|=|p", ["pad"]),
            ("export|-l|", ["dzi", "iiif3", "xyz", "zoomify"]),
            ("export|-l|dzi,", ["dzi,dzi", "dzi,iiif3", "dzi,xyz", "dzi,zoomify"]),
            ("export|--layout|=|dzi,x", ["dzi,xyz"]),
            ("export|--quality|", []), ("list|--", ["--help", "--json"]),
            ("export|--output|=|pi", ["pictures of us"]), ("export|--output|ph", []),

            // Arguments
            ("export|p", ["photo.tif", "pictures of us"]),
            ("export|a|--force|p", ["photo.tif", "pictures of us"]),
            ("export|--|ph", ["photo.tif"]), ("export|--skip-blanks|ph", ["photo.tif"]),
            ("layouts|p", []), ("draw|ph", ["photo.tif"]), ("draw|x|ph", []),
            ("draw|--seed|1|ph", ["photo.tif"]), ("draw|--seed|=|1|ph", ["photo.tif"]),
            ("draw|f|3x4|", ["disk", "web"]), ("draw|f|3x4|web|d", ["disk"]),
        ])
    func bash(words: String, offers: [String]) throws {
        let shell = try #require(Shell("bash"))
        let words = words.split(separator: "|", omittingEmptySubsequences: false)
        let quoted = words.map { CompletionShell.quoted(String($0)) }.joined(separator: " ")
        let answer = try Shell.withFolder(.bash) { folder in
            try shell.run(
                """
                set -u
                source ./script
                COMP_WORDS=(atelier \(quoted)) COMP_CWORD=\(words.count)
                _atelier
                for word in "${COMPREPLY[@]}"; do printf '%s\\n' "$word"; done
                """,
                options: ["--norc", "--noprofile"], in: folder)
        }
        #expect(answer.split(separator: "\n").map(String.init).sorted() == offers.sorted())
    }

    /// If bash does not split words at the equals sign, completions contain the option name.
    @Test(.enabled(if: Shell.has(.bash), "bash is not installed"))
    func bashWithoutPartedWords() throws {
        let shell = try #require(Shell("bash"))
        let answer = try Shell.withFolder(.bash) { folder in
            try shell.run(
                """
                source ./script
                COMP_WORDBREAKS=' ' COMP_WORDS=(atelier export --layout=dzi,x) COMP_CWORD=2
                _atelier
                printf '%s\\n' "${COMPREPLY[@]}"
                """,
                options: ["--norc", "--noprofile"], in: folder)
        }
        #expect(answer == "--layout=dzi,xyz\n")
    }

    @Test(
        .enabled(if: Shell.has(.fish), "fish is not installed"),
        arguments: [
            ("atelier ", commands), ("atelier e", ["export"]), ("atelier q", []),
            ("atelier help l", ["layouts", "list"]),
            ("atelier export --", exportOptions), ("atelier export --ti", ["--tile-size"]),
            ("atelier export --edge ", ["crop", "pad"]),
            ("atelier export --edge=p", ["--edge=pad"]),
            ("atelier export -l ", ["dzi", "iiif3", "xyz", "zoomify"]),
            ("atelier export -l dzi,x", ["dzi,xyz"]),
            ("atelier export --layout=dzi,x", ["--layout=dzi,xyz"]),
            ("atelier export --quality ", []),
            ("atelier export -o p", ["pictures of us/"]),
            ("atelier export ph", ["photo.tif"]), ("atelier layouts ph", []),
            ("atelier list --", ["--help", "--json"]),
        ])
    func fish(line: String, offers: [String]) throws {
        let shell = try #require(Shell("fish"))
        let answer = try Shell.withFolder(.fish) { folder in
            try shell.run(
                "source ./script; complete -C \(CompletionShell.quoted(line))",
                options: ["--no-config"], in: folder)
        }
        // A description follows the tab.
        let words = answer.split(separator: "\n").map { row in
            String(row.prefix { $0 != "\t" })
        }
        #expect(words.sorted() == offers.sorted())
    }

    /// zsh completes only on a terminal, so the test creates a pseudo-terminal.
    @Test(
        .enabled(if: Shell.has(.zsh), "zsh is not installed"),
        arguments: [
            ("atelier ", commands, ["crop", "photo.tif"]),
            ("atelier export --", ["--tile-size", "--flat", "--skip-blanks"], ["--seed"]),
            ("atelier export --edge ", ["crop", "pad"], ["photo.tif", "web"]),
            ("atelier export --layout=dzi,", ["iiif3", "xyz", "zoomify"], ["photo.tif"]),
            ("atelier export ", ["photo.tif", "pictures"], ["layouts"]),
            ("atelier help ", ["export", "layouts"], ["photo.tif"]),
        ])
    func zsh(line: String, offered: [String], notOffered: [String]) throws {
        let shell = try #require(Shell("zsh"))
        let answer = try Shell.withFolder(.zsh) { folder in
            let setUp = """
                autoload -Uz compinit && compinit -u -D
                source ./script
                PS1='' ; stty -echo ; unsetopt beep list_beep zle_bracketed_paste
                LISTMAX=1000 ; zstyle ':completion:*' list-prompt ''
                bindkey '^T' list-choices
                finish() { print FINI''SHED }
                # The line editor prints READY when it reads keys.
                zle-line-init() { print READY }
                zle -N zle-line-init
                """
            try Data(setUp.utf8).write(to: folder.appending(component: "setup"))
            return try shell.run(
                """
                zmodload zsh/zpty
                zpty shell 'zsh -f -i'
                zpty -w shell 'source ./setup'
                zpty -r -m shell text '*READY*'
                zpty -w -n shell \(CompletionShell.quoted(line))$'\\x14'
                zpty -w -n shell $'\\x15finish\\n'
                zpty -r -m shell text '*FINISHED*'
                print -r -- "$text"
                zpty -d shell
                """,
                options: ["-f"], in: folder)
        }
        for word in offered { #expect(answer.contains(word), "\(answer.debugDescription)") }
        for word in notOffered { #expect(!answer.contains(word), "\(answer.debugDescription)") }
    }

    /// The negative control: an error of the shell fails the test.
    @Test(
        .enabled(if: Shell.has(.bash), "bash is not installed"),
        arguments: ["exit 3", "echo no >&2", "source ./script; if"])
    func errorsOfTheShellAreFailures(script: String) throws {
        let shell = try #require(Shell("bash"))
        #expect(throws: Shell.Failure.self) {
            try Shell.withFolder(.bash) { folder in try shell.run(script, in: folder) }
        }
    }
}
