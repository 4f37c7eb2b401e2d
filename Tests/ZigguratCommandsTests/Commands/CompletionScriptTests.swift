import CommandLineParsing
import Foundation
import TestSupport
import Testing

@testable import ZigguratCommands

/// Completion scripts, run in the shells with the built program.
@Suite struct CompletionScriptTests {
    /// Runs a script in a folder with the completion script, a file and a folder.
    ///
    /// The test fails if the shell prints to standard error or its status is not 0.
    private func run(
        _ shell: CompletionShell, _ script: String, options: [String] = []
    ) async throws -> String {
        try await TemporaryFolder.with { folder in
            try folder.write("", to: "photo.tif")
            try folder.write("", to: "pictures of us/photo.jpg")
            try folder.write("{}", to: "Output/plate 1/ziggurat.json")
            try folder.write("{}", to: "public/map/ziggurat.json")
            try folder.write(Program.ziggurat.completionScript(for: shell), to: "script")
            let bin = try ZigguratBinary.url().deletingLastPathComponent().path
            let result = try await Shell.run(
                shell.rawValue, options + ["-c", script],
                environment: [
                    "HOME": folder.path, "PATH": "\(bin):/usr/bin:/bin", "LC_ALL": "C.UTF-8",
                    "TERM": "dumb",
                ], in: folder.url
            ).orThrow()
            guard result.errors.isEmpty else { throw Complaint(text: result.errors) }
            return result.output
        }
    }

    private struct Complaint: Error {
        let text: String
    }

    private static func has(_ shell: CompletionShell) -> Bool {
        ["/usr/bin", "/bin"].contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(shell.rawValue)")
        }
    }

    /// “|” separates the words as bash splits them. The cursor is at the last word.
    @Test(
        .enabled(if: has(.bash), "bash is not installed"),
        arguments: [
            ("ex", ["export"]), ("x", []), ("export|--ti", ["--tile-size", "--title"]),
            ("export|--edge|=|p", ["pad"]), ("export|-l|dzi,xy", ["dzi,xyz"]),
            ("export|p", ["photo.tif", "pictures of us", "public"]),
            ("export|--output|=|p", ["pictures of us", "public"]), ("serve|ph", []),
            ("remove|p", ["plate 1"]), ("remove|-o|public|", ["map"]),
            ("verify|Out", ["Output", "Output/plate 1"]), ("repack|pho", ["photo.tif"]),
        ])
    func bash(words: String, offers: [String]) async throws {
        let words = words.split(separator: "|", omittingEmptySubsequences: false)
        let answer = try await run(
            .bash,
            """
            set -u
            source ./script
            COMP_WORDS=(ziggurat '\(words.joined(separator: "' '"))') COMP_CWORD=\(words.count)
            _ziggurat ziggurat
            for word in "${COMPREPLY[@]}"; do printf '%s\\n' "$word"; done
            """,
            options: ["--norc", "--noprofile"])
        #expect(answer.split(separator: "\n").map(String.init).sorted() == offers)
    }

    /// If bash does not split words at the equals sign, completions include the option name.
    @Test(.enabled(if: has(.bash), "bash is not installed"))
    func bashWithUnsplitWords() async throws {
        let answer = try await run(
            .bash,
            """
            source ./script
            COMP_WORDBREAKS=' ' COMP_WORDS=(ziggurat export --layout=dzi,xy) COMP_CWORD=2
            _ziggurat ziggurat
            printf '%s\\n' "${COMPREPLY[@]}"
            """,
            options: ["--norc", "--noprofile"])
        #expect(answer == "--layout=dzi,xyz\n")
    }

    @Test(
        .enabled(if: has(.fish), "fish is not installed"),
        arguments: [
            ("ziggurat ex", ["export\tExport images as tile pyramids"]), ("ziggurat q", []),
            (
                "ziggurat export --tile",
                ["--tile-size\tTile size in pixels without overlap: 256, or 256x128"]
            ),
            ("ziggurat export --edge=p", ["--edge=pad"]),
            ("ziggurat export --layout=dzi,xy", ["--layout=dzi,xyz"]),
            ("ziggurat export -o pi", ["pictures of us/\tDirectory"]),
            ("ziggurat remove pl", ["plate 1"]),
            ("ziggurat serve Output/", ["Output/plate 1", "Output/plate 1/\tDirectory"]),
            ("ziggurat export ph", ["photo.tif"]), ("ziggurat layouts ph", []),
        ])
    func fish(line: String, offers: [String]) async throws {
        let answer = try await run(
            .fish, "source ./script; complete -C '\(line)'", options: ["--no-config"])
        #expect(
            answer.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) } == offers)
    }

    /// zsh completes only on a terminal, so the test creates a pseudo-terminal.
    @Test(
        .enabled(if: has(.zsh), "zsh is not installed"),
        arguments: [
            ("ziggurat ", ["layouts", "List the exports in a folder"], ["crop", "photo.tif"]),
            ("ziggurat export --s", ["--scales", "--screen", "--skip-blanks"], ["--port"]),
            ("ziggurat export --edge ", ["crop", "pad"], ["photo.tif", "xyz"]),
            ("ziggurat export --layout=dzi,", ["iiif3", "xyz", "zoomify"], ["photo.tif"]),
            ("ziggurat export ", ["photo.tif", "pictures"], ["layouts"]),
            ("ziggurat help ", ["export", "layouts"], ["photo.tif"]),
            ("ziggurat remove ", ["plate"], ["photo.tif"]),
        ])
    func zsh(line: String, offered: [String], notOffered: [String]) async throws {
        let answer = try await run(
            .zsh,
            """
            cat > setup <<'END'
            autoload -Uz compinit && compinit -u -D
            source ./script
            PS1='' ; stty -echo ; unsetopt beep list_beep zle_bracketed_paste
            LISTMAX=1000 ; zstyle ':completion:*' list-prompt ''
            bindkey '^T' list-choices
            finish() { print FINI''SHED }
            # The line editor prints READY when it reads keys.
            zle-line-init() { print READY }
            zle -N zle-line-init
            END
            zmodload zsh/zpty
            zpty shell 'zsh -f -i'
            zpty -w shell 'source ./setup'
            zpty -r -m shell text '*READY*'
            zpty -w -n shell '\(line)'$'\\x14'
            zpty -w -n shell $'\\x15finish\\n'
            zpty -r -m shell text '*FINISHED*'
            print -r -- "$text"
            zpty -d shell
            """, options: ["-f"])
        for word in offered { #expect(answer.contains(word), "\(answer.debugDescription)") }
        for word in notOffered { #expect(!answer.contains(word), "\(answer.debugDescription)") }
    }

    /// The negative control: an error of the shell fails the test.
    @Test(
        .enabled(if: has(.bash), "bash is not installed"),
        arguments: ["exit 3", "echo no >&2", "source ./script; if"])
    func errorsOfTheShellAreFailures(script: String) async throws {
        await #expect(throws: (any Error).self) { _ = try await run(.bash, script) }
    }
}
