import Testing

@testable import CommandLineParsing

/// A command with many options has a brief help with its common options.
@Suite struct BriefHelpTests {
    private struct Extra: ParameterSet {
        @Flag(help: "Flag") var one: Bool
        @Flag(help: "Flag") var two: Bool
        @Flag(help: "Flag") var three: Bool
        @Flag(visibility: .common, help: "Flag") var four: Bool
        @Flag(help: "Flag") var five: Bool
        @Flag(help: "Flag") var six: Bool
        @Flag(help: "Flag") var seven: Bool
        @Flag(help: "Flag") var eight: Bool
    }

    private struct More: ParameterSet {
        @Flag(help: "Flag") var nine: Bool
        @Flag(help: "Flag") var ten: Bool
        @Flag(help: "Flag") var eleven: Bool
        @Flag(help: "Flag") var twelve: Bool
        @Flag(help: "Flag") var thirteen: Bool
        @Flag(help: "Flag") var fourteen: Bool
        @Flag(help: "Flag") var fifteen: Bool
    }

    private struct Long: ParsableCommand {
        static let configuration = CommandConfiguration("long", abstract: "Many options")
        @Option(short: "q", visibility: .common, help: "Quality") var quality = 85
        @OptionGroup("Extra") var extra: Extra
        @OptionGroup("More") var more: More
        @Flag(help: "Flag") var sixteen: Bool
    }

    private struct Short: ParsableCommand {
        static let configuration = CommandConfiguration("short", abstract: "Few options")
        @OptionGroup("Extra") var extra: Extra
    }

    private func help(_ words: String...) throws -> String {
        let program = Program(
            CommandConfiguration("p", abstract: ""), commands: [Long.self, Short.self],
            version: "1")
        guard case .print(let text) = try program.parse(words) else { return "" }
        return text
    }

    @Test func briefPage() throws {
        #expect(
            try help("long", "--help") == """
                Many options

                Usage: p long [OPTIONS]

                Options:
                  -q, --quality N  Quality (default 85)
                      --four       Flag
                  -h, --help       Print the common options
                      --help-all   Print all 17 options

                """)
        #expect(try help("help", "long") == help("long", "-h"))
    }

    @Test(arguments: [
        ["long", "--help-all"], ["help", "--help-all", "long"], ["long", "-h", "--help-all"],
        ["--help-all", "long"],
    ])
    func allOptions(words: [String]) throws {
        let program = Program(
            CommandConfiguration("p", abstract: ""), commands: [Long.self], version: "1")
        guard case .print(let text) = try program.parse(words) else { return }
        for title in ["Options:", "Extra:", "More:"] { #expect(text.contains("\(title)\n")) }
        #expect(text.split(separator: "\n").filter { $0.contains("  --") }.count == 17)
    }

    /// A command with few options has only one help page.
    @Test func onePage() throws {
        #expect(try help("short", "--help") == help("short", "--help-all"))
        #expect(try help("short", "--help").contains("--eight"))
        #expect(try !help("short", "--help").contains("--help-all"))
    }
}
