import Foundation
import TestSupport
import Testing

/// Runs the program on a pseudo-terminal of a given width.
@Suite struct TerminalTests {
    /// Runs a command whose standard error is a terminal with a number of columns. Standard output
    /// is the terminal, too, unless it is a pipe. The script prints the terminal's text and ends
    /// with the command's status.
    private static let script = """
        import fcntl, os, pty, struct, subprocess, sys, termios
        columns, output = int(sys.argv[1]), sys.argv[2]
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        stdout = slave if output == "terminal" else open(output, "wb")
        command = subprocess.Popen(sys.argv[3:], stdout=stdout, stderr=slave)
        os.close(slave)
        while True:
            try:
                data = os.read(master, 65536)
            except OSError:
                break
            if not data:
                break
            sys.stdout.buffer.write(data)
        sys.exit(command.wait())
        """

    private func onTerminal(
        _ columns: Int, output: String = "terminal", _ arguments: [String]
    ) async throws -> CommandResult {
        let program = try ZigguratBinary.url().path
        return try await Shell.run(
            "python3", ["-c", Self.script, "\(columns)", output, program] + arguments)
    }

    /// Lossless WebP on one thread is slow enough to show a bar.
    private func export(into folder: URL) throws -> [String] {
        [
            "export", try RealPhotographs.photograph("Picture_1A").path, "-f", "webp", "--lossless",
            "--jobs", "1", "-o", folder.path,
        ]
    }

    @Test(arguments: [100, 58, 30])
    func bar(columns: Int) async throws {
        try await TemporaryFolder.with { folder in
            let result = try await onTerminal(columns, try export(into: folder["out"]))
            #expect(result.status == 0)
            let frames = result.output.split(separator: "\r", omittingEmptySubsequences: true)
                .filter { $0.hasSuffix("\u{1B}[K") }.map { $0.dropLast(3) }
            #expect(frames.count > 3)
            for frame in frames { #expect(frame.count < columns, "\(frame)") }
            if columns >= 58 {
                let figures = /█* *░*  [0-9,]+ of 55 tiles, [0-9.,]+ MP\/s(, [0-9].+ left)?$/
                for frame in frames.filter({ !$0.isEmpty }) {
                    #expect(frame.contains(figures), "\(frame)")
                }
                #expect(frames.contains { $0.hasSuffix(" left") })
            }
            // The bar is erased before the result is printed.
            let end = try #require(result.output.components(separatedBy: "\r\u{1B}[K").last)
            #expect(end.hasPrefix(folder.path))
            #expect(end.contains(/s\r\nopen .*index\.html\r\n$/))
        }
    }

    /// The results go to a file, and the bar still fits the width of the terminal.
    @Test func barBesideAFile() async throws {
        try await TemporaryFolder.with { folder in
            let result = try await onTerminal(
                40, output: folder["results"].path, try export(into: folder["out"]))
            #expect(result.status == 0)
            #expect(result.output.contains("of 55 tiles"))
            for frame in result.output.split(separator: "\r") {
                #expect(frame.replacing("\u{1B}[K", with: "").count < 40)
            }
            let results = try String(contentsOf: folder["results"], encoding: .utf8)
            #expect(results.hasPrefix(folder.path) && results.split(separator: "\n").count == 2)
        }
    }

    /// The negative control: `--progress none`, and a pipe, print no progress.
    @Test func noBar() async throws {
        try await TemporaryFolder.with { folder in
            let silent = try await onTerminal(
                80, output: folder["results"].path,
                try export(into: folder["silent"]) + ["--progress", "none"])
            #expect(silent.output == "" && silent.status == 0)
            let piped = try await Shell.run(
                ZigguratBinary.url().path, try export(into: folder["piped"]))
            #expect(piped.errors == "" && piped.status == 0)
            #expect(piped.output.split(separator: "\n").count == 2)
        }
    }

    @Test func sampleAndEvents() async throws {
        try await TemporaryFolder.with { folder in
            let result = try await onTerminal(
                80, ["sample", folder["a.jpg"].path, "--size", "900x600"])
            #expect(result.status == 0)
            #expect(
                result.output.contains(" %\u{1B}[K\r\u{1B}[K")
                    || result.output.contains(" %\u{1B}[K"))
            #expect(result.output.hasSuffix("a.jpg: 900 × 600 pixels\r\n"))
            let events = try await Shell.run(
                ZigguratBinary.url().path, try export(into: folder["out"]) + ["--progress", "json"])
            let lines = events.errors.split(separator: "\n")
            #expect(lines.count > 3)
            for line in lines {
                let event = try JSONDecoder().decode(JSONValue.self, from: Data(line.utf8))
                #expect(event["event"] == "progress" && event["tileCount"] == 55)
            }
        }
    }
}
