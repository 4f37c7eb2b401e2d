import Foundation
import Testing

@testable import ZigguratCommands

/// What the shells offer, asked of the shells themselves.
@Suite struct CompletionTests {
    private static let commands = ["draw", "export", "help", "layouts", "remote"]
    private static let exportOptions = [
        "--alpha", "--color", "--dry-run", "--edge", "--fit", "--force", "--help", "--layout",
        "--lossless", "--no-alpha", "--note", "--output", "--overlap", "--quality",
        "--skip-blanks", "--tile-size", "--turn", "--verbose",
    ]

    /// Words are parted by “|”, as bash parts them; the last is the one at the cursor.
    @Test(
        .enabled(if: Shell.has(.bash), "bash is not installed"),
        arguments: [
            // Commands
            ("", commands), ("e", ["export"]), ("x", []), ("help|l", ["layouts"]),
            ("help|export|", []), ("remote|", ["add", "list"]), ("help|remote|a", ["add"]),
            ("-", ["--help", "--version", "-h"]),

            // Options
            ("export|--", exportOptions), ("export|--ti", ["--tile-size"]),
            ("export|-", exportOptions + ["-f", "-h", "-l", "-n", "-o", "-q", "-t", "-v"]),
            ("export|a|--no-", ["--no-alpha"]), ("export|--|--", []),
            ("layouts|-", ["--help", "-h"]),

            // Values
            ("export|--edge|", ["crop", "pad"]), ("export|--edge|p", ["pad"]),
            ("export|--edge|=", ["crop", "pad"]), ("export|--edge|=|p", ["pad"]),
            ("export|-l|", ["dzi", "iiif3", "xyz", "zoomify"]),
            ("export|-l|dzi,", ["dzi,dzi", "dzi,iiif3", "dzi,xyz", "dzi,zoomify"]),
            ("export|--layout|=|dzi,x", ["dzi,xyz"]),
            ("export|--quality|", []), ("draw|f|--smooth|", ["no", "yes"]),
            ("export|--output|=|pi", ["pictures of us"]), ("export|--output|ph", []),

            // Arguments
            ("export|p", ["photo.tif", "pictures of us"]),
            ("export|a|--force|p", ["photo.tif", "pictures of us"]),
            ("export|--|ph", ["photo.tif"]), ("export|--skip-blanks|ph", ["photo.tif"]),
            ("layouts|p", []), ("draw|ph", ["photo.tif"]), ("draw|x|ph", []),
            ("draw|--seed|1|ph", ["photo.tif"]), ("draw|--seed|=|1|ph", ["photo.tif"]),
            ("remote|add|", ["disk", "web"]), ("remote|add|web|", []),
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

    /// Where bash does not part words at the equals sign, the name belongs to what is offered.
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
            ("atelier help l", ["layouts"]), ("atelier remote ", ["add", "list"]),
            ("atelier export --", exportOptions), ("atelier export --ti", ["--tile-size"]),
            ("atelier export --edge ", ["crop", "pad"]),
            ("atelier export --edge=p", ["--edge=pad"]),
            ("atelier export -l ", ["dzi", "iiif3", "xyz", "zoomify"]),
            ("atelier export -l dzi,x", ["dzi,xyz"]),
            ("atelier export --layout=dzi,x", ["--layout=dzi,xyz"]),
            ("atelier export --quality ", []),
            ("atelier export -o p", ["pictures of us/"]),
            ("atelier export ph", ["photo.tif"]), ("atelier layouts ph", []),
            ("atelier remote add ", ["disk", "web"]),
        ])
    func fish(line: String, offers: [String]) throws {
        let shell = try #require(Shell("fish"))
        let answer = try Shell.withFolder(.fish) { folder in
            try shell.run(
                "source ./script; complete -C \(CompletionShell.quoted(line))",
                options: ["--no-config"], in: folder)
        }
        // Behind a tab stands what the offer means.
        let words = answer.split(separator: "\n").map { row in
            String(row.prefix { $0 != "\t" })
        }
        #expect(words.sorted() == offers.sorted())
    }

    /// zsh completes only at a terminal, so one is made for it; what it lists is looked for by
    /// name.
    @Test(
        .enabled(if: Shell.has(.zsh), "zsh is not installed"),
        arguments: [
            ("atelier ", commands, ["crop", "photo.tif"]),
            ("atelier export --", ["--tile-size", "--no-alpha", "--skip-blanks"], ["--seed"]),
            ("atelier export --edge ", ["crop", "pad"], ["photo.tif", "web"]),
            ("atelier export --layout=dzi,", ["iiif3", "xyz", "zoomify"], ["photo.tif"]),
            ("atelier export ", ["photo.tif", "pictures"], ["layouts"]),
            ("atelier help ", ["export", "layouts"], ["photo.tif"]),
            ("atelier remote add ", ["web", "disk"], ["photo.tif"]),
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
                # The editor says so itself when it has the terminal and hears every key.
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

    /// The negative control of the shells: what they complain about is a failure.
    @Test(
        .enabled(if: Shell.has(.bash), "bash is not installed"),
        arguments: ["exit 3", "echo no >&2", "source ./script; if"])
    func complaintsOfTheShellAreFailures(script: String) throws {
        let shell = try #require(Shell("bash"))
        #expect(throws: Shell.Failure.self) {
            try Shell.withFolder(.bash) { folder in try shell.run(script, in: folder) }
        }
    }
}
