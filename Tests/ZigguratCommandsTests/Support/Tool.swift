import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CommandLineParsing
@testable import ZigguratCommands

/// Runs command lines in this process and collects their output.
enum Tool {
    /// The exit status and the output of a run.
    struct Run: Equatable {
        var status: Int32
        var output: String
        var errors: String
        /// The last lines of an export run: its figures and the page to open. ``output`` lacks
        /// these lines, and `==` ignores them.
        var ending: [String] = []

        init(_ status: Int32, output: String = "", errors: String = "") {
            self.status = status
            self.output = output
            self.errors = errors
        }

        /// The subjects of the errors. An error without a subject is represented by its problem.
        /// Notes and hints are omitted.
        var subjects: [String] {
            messages(after: "ziggurat: ").map { String($0.prefix { $0 != ":" }) }
        }

        /// The notes, each on one line without its hint.
        var notes: [String] { messages(after: "ziggurat: note: ").map(String.init) }

        static func == (left: Run, right: Run) -> Bool {
            (left.status, left.output, left.errors) == (right.status, right.output, right.errors)
        }

        private func messages(after prefix: String) -> [Substring] {
            errors.split(separator: "\n").filter { $0.hasPrefix(prefix) }
                .map { $0.dropFirst(prefix.count) }
                .filter { prefix.contains("note") || !$0.hasPrefix("note: ") }
        }
    }

    /// Collects the text on each stream. Any thread may write.
    final class Transcript: Sendable {
        let output = Mutex("")
        let errors = Mutex("")

        func console(isTerminal: Bool = false, barWidth: Int = 80) -> Console {
            Console(
                isTerminal: isTerminal, barWidth: barWidth,
                output: { text in self.output.withLock { $0 += text } },
                diagnostics: { text in self.errors.withLock { $0 += text } })
        }
    }

    /// Runs a command line.
    static func run(words: [ArgumentText], isTerminal: Bool = false) -> Run {
        let transcript = Transcript()
        let context = CommandContext(console: transcript.console(isTerminal: isTerminal))
        let status = ZigguratTool.run(words, in: context)
        return Run(
            status.rawValue, output: transcript.output.withLock { $0 },
            errors: transcript.errors.withLock { $0 })
    }

    /// Runs a command line in which `@` stands for a folder. In the output, `@` replaces the
    /// folder. `TIME` and `SIZE` replace times and sizes, which differ between runs and machines.
    static func run(_ line: String, in folder: TemporaryFolder) -> Run {
        let words = line.split(separator: " ").map { word in
            // In the name of an option, `@` precedes a language code.
            let value =
                word.hasPrefix("--") ? word.firstIndex(of: "=") ?? word.endIndex : word.startIndex
            return ArgumentText(
                word[..<value] + word[value...].replacingOccurrences(of: "@", with: folder.path))
        }
        var run = run(words: words)
        var lines = neutral(run.output, folder).components(separatedBy: "\n")
        if lines.first != "{" {
            run.ending = lines.filter { $0.hasPrefix("open ") || $0.hasSuffix(" failed, TIME") }
            lines.removeAll(where: run.ending.contains)
        }
        run.output = lines.joined(separator: "\n")
        run.errors = neutral(run.errors, folder)
        return run
    }

    static func run(_ words: String...) -> Run { run(words: words.map { ArgumentText($0) }) }

    /// Decodes the JSON document that a run prints.
    static func document(
        _ line: String, in folder: TemporaryFolder, status: Int32 = 0
    ) throws -> JSONValue {
        let run = run(line, in: folder)
        #expect(run.status == status)
        return try JSONDecoder().decode(JSONValue.self, from: Data(run.output.utf8))
    }

    private static func neutral(_ text: String, _ folder: TemporaryFolder) -> String {
        text.replacingOccurrences(of: folder.path, with: "@")
            .replacing(/\d[\d.,]* (kB|MB|bytes)/, with: "SIZE")
            .replacing(/in \d[\d.]* s\b/, with: "in TIME")
            .replacing(/failed, \d[\d.]* s\b/, with: "failed, TIME")
            .replacing(/row \d+/, with: "row N")
    }
}

extension TemporaryFolder {
    /// Draws a small image; images differ by their size.
    @discardableResult
    func draw(_ path: String, width: Int = 300, height: Int = 200) throws -> URL {
        let file = self[path]
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        let kind = "\(width)x\(height).\(file.pathExtension)"
        if try Self.drawn.copy(kind, to: file) { return file }
        let run = Tool.run("sample", file.path, "--replace", "--size", "\(width)x\(height)")
        try #require(run.status == 0, "\(run.errors)")
        try Self.drawn.keep(file, as: kind)
        return file
    }

    private static let drawn = MadeFiles<String>()

    /// The names in a folder, including hidden files but not the scripts of pages. If the folder
    /// does not exist, the result is empty.
    func names(in path: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: self[path].path)) ?? []).sorted()
            .filter { !["viewer", ".ziggurat.json"].contains($0) }
    }
}
