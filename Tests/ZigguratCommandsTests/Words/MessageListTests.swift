import CommandLineParsing
import Foundation
import Testing

@testable import ZigguratCommands

/// Checks all help pages and messages against the style guide, and lists them in
/// .build/messages.txt.
@Suite struct MessageListTests {
    /// A string of a message.
    private struct Literal {
        let file: String
        let text: String
        let isHint: Bool
        /// The number of characters if each interpolation has eight characters.
        var length: Int { text.replacing(/\\\([^)]*\)+/, with: "12345678").count }
    }

    /// The strings of all hints and of the descriptions of all reasons and notes. The parts of a
    /// concatenation are joined.
    private static func literals() throws -> [Literal] {
        let folder = PlainWords.package.appending(path: "Sources")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return try (files?.compactMap { $0 as? URL } ?? [])
            .filter { $0.pathExtension == "swift" }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
            .flatMap { file in
                let source = try String(contentsOf: file, encoding: .utf8)
                let isMessage = file.deletingLastPathComponent().lastPathComponent == "Messages"
                return literals(
                    in: isMessage ? source : descriptions(in: source), of: file.lastPathComponent)
            }
    }

    /// The extensions of a source that describe reasons, notes and their parts.
    private static func descriptions(in source: String) -> String {
        let name = /Error|Interrupted|Cancelled|Note|LibraryReport|Limitation/
        return source.matches(of: /(?ms)^extension ([\w.]+)[^{\n]*\{\n.*?^\}/)
            .filter { $0.1.contains(name) && $0.0.contains("String") }
            .filter { !["ZigguratError", "CommandLineError"].contains($0.1) }
            .map { String($0.0) }.joined(separator: "\n")
    }

    private static func literals(in source: String, of file: String) -> [Literal] {
        let code = source.split(separator: "\n").filter {
            !$0.drop { $0 == " " }.hasPrefix("//")
        }.joined(separator: "\n").replacing(/"\s*\+ "/, with: "")
        // A string may contain interpolations, which may contain strings.
        let pattern =
            /(hint: *|hint: String \{[^"]*)?"((?:\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|[^"\\]|\\[^(])*)"/
        return code.matches(of: pattern).map { match in
            Literal(
                file: file, text: String(match.2),
                isHint: match.1 != nil || file.hasSuffix("Hints.swift"))
        }.filter { $0.text.contains(" ") }
    }

    @Test func messagesAreWrittenToAFile() throws {
        var text = Tool.run("--help").output
        for command in Program.ziggurat.commandNames {
            text += "\n---- ziggurat \(command)\n" + Tool.run("help", command).output
        }
        var file = ""
        for literal in try Self.literals() {
            if literal.file != file { text += "\n---- \(literal.file)\n" }
            file = literal.file
            text += (literal.isHint ? "    hint: " : "  ") + literal.text + "\n"
        }
        let folder = PlainWords.package.appending(path: ".build")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: folder.appending(path: "messages.txt"))
        #expect(text.contains("Usage: ziggurat export") && text.contains("SourceError+Text"))
        #expect(text.contains("VerificationError") && text.contains("ExportNote"))
    }

    @Test func optionHelpIsShort() {
        for (command, parameter, help) in Program.ziggurat.parameterHelp {
            #expect(!help.isEmpty && help.count <= 70, "\(command) \(parameter): \(help)")
            #expect(help.first?.isLowercase == false || help.hasPrefix("rclone"), "\(help)")
            #expect(help.last != ".", "\(command) \(parameter): \(help)")
        }
    }

    @Test func messagesAreShort() throws {
        for literal in try Self.literals() {
            #expect(literal.length <= 100, "\(literal.file): \(literal.text)")
            #expect(literal.text.last != ".", "\(literal.file): \(literal.text)")
        }
    }

    @Test func messagesUsePlainWords() throws {
        let help = Program.ziggurat.parameterHelp.map { ("help", $0.help) }
        for (file, text) in help + (try Self.literals()).map({ ($0.file, $0.text) }) {
            #expect(PlainWords.found(in: text, PlainWords.forMessages) == [], "\(file): \(text)")
        }
    }

    /// The negative control: bad messages are found.
    @Test func badMessagesAreFound() {
        let source = #"""
            case .a: Message("it is no picture \(row)", hint: "ask somebody")
            case .b(let names): Message("a \(names.map { "x" }.joined(separator: ", ")) "
                    + "long message")
            """#
        let literals = Self.literals(in: source, of: "A")
        #expect(literals.map(\.isHint) == [false, true, false])
        #expect(PlainWords.found(in: literals[0].text, PlainWords.forMessages).count == 2)
        #expect(PlainWords.found(in: literals[1].text) == ["somebody"])
        #expect(literals[2].text.hasSuffix("long message"))
        #expect(PlainWords.found(in: "The image is not a JPEG; nothing is written") == [])
        let extensions =
            "extension A {\n\"a b\" // String\n}\nextension AError: B {\n  "
            + "var a: String { \"c d\" }\n}\n"
        #expect(
            Self.literals(in: Self.descriptions(in: extensions), of: "A").map(\.text) == ["c d"])
    }
}
