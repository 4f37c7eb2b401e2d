import Synchronization
import TestSupport
import Testing

@testable import CommandLineParsing
@testable import ZigguratCommands

/// Options that commands share, and their help.
@Suite struct SharedOptionTests {
    private func options(of command: String) -> Set<String> {
        Set(
            Program.ziggurat.parameterHelp.filter { $0.command == command }
                .map(\.parameter))
    }

    @Test func planTakesAllOptionsOfExport() {
        #expect(options(of: "plan") == options(of: "export"))
        #expect(options(of: "plan").count > 50)
    }

    /// Options that do not change the written files have no effect on a plan.
    @Test func ignoredOptions() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.jpg")
            let plain = try Tool.document("plan @/photo.jpg -o @/out --json", in: folder)
            let other = try Tool.document(
                """
                plan @/photo.jpg -o @/out --json --force --no-sync --no-resume --dry-run \
                --progress none --title T
                """, in: folder)
            #expect(plain == other)
            #expect(folder.names(in: "out").isEmpty)
        }
    }

    @Test(arguments: ["export", "plan"])
    func briefHelp(command: String) {
        let brief = Tool.run(command, "--help").output
        let all = Tool.run(command, "--help-all").output
        let commonOptions = [
            "--output", "--layout", "--container", "--tile-size", "--format", "--quality",
            "--title", "--base-url", "--force", "--dry-run",
        ]
        for option in commonOptions { #expect(brief.contains(" \(option)")) }
        #expect(brief.split(separator: "\n").filter { $0.contains("  --") }.count < 20)
        for option in options(of: command) { #expect(all.contains(option)) }
        for title in ["Destination:", "Source:", "Tiles:", "Page:", "Run:"] {
            #expect(all.contains("\n\(title)\n") && !brief.contains(title))
        }
    }

    @Test(arguments: [("jpg", "jpeg"), ("JPG", "jpeg"), ("Jpeg", "jpeg"), ("WEBP", "webp")])
    func formatNames(word: String, name: String) async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.jpg")
            let plan = try Tool.document("plan @/photo.jpg --json -f \(word)", in: folder)
            #expect(plan["plans"][0]["bundles"][0]["tiling"]["encoding"]["format"] == .string(name))
        }
    }

    @Test(arguments: ["bmp", "GIF", "pdf"])
    func formatsThatTilesCannotHave(word: String) {
        let run = Tool.run("export", "a.jpg", "-f", word)
        #expect(run.status == 2)
        #expect(run.errors.contains("“\(word)”") && run.errors.contains("png"))
    }

    /// Arguments come from a file, and options from the environment variable.
    @Test func argumentsFromElsewhere() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo 1.jpg")
            try folder.write("# images\n\(folder.path)/photo 1.jpg\n--quality=70\n", to: "list")
            let transcript = Tool.Transcript()
            var context = CommandContext(console: transcript.console())
            context.options = "--format=webp --quality 60 --tile-cache 5"
            let words = ["plan", "--json", "@\(folder.path)/list"]
            let status = ZigguratTool.run(words.map { ArgumentText($0) }, in: context)
            #expect(status == .done)
            let output = transcript.output.withLock { $0 }
            #expect(output.contains("\"quality\" : 70") || output.contains("\"quality\":70"))
            #expect(output.contains("webp"))
            let missing = Tool.run("export", "@\(folder.path)/missing")
            #expect(missing.status == 2 && missing.errors.contains("not found"))
        }
    }
}
