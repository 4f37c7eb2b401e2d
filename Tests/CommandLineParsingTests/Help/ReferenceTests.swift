import Testing

@testable import CommandLineParsing

/// The reference is generated from the declarations.
@Suite struct ReferenceTests {
    @Test(arguments: [("man", "reference.1"), ("markdown", "reference.md")])
    func document(format: String, snapshot: String) throws {
        let text = try Sample.run(["help", "--format", format])
        #expect(try Sample.run(["help", "--format=\(format)"]) == text)
        try Snapshot.check(text, against: snapshot)
    }

    /// The manual page and the Markdown page contain every option of every command.
    @Test(arguments: Reference.Format.allCases)
    func everyOption(format: Reference.Format) {
        let text = Reference(of: Sample.program).text(as: format).replacing("\\-", with: "-")
        for (command, parameter, _) in Sample.program.parameterHelp {
            #expect(text.contains(command) && text.contains(parameter))
        }
    }

    @Test(arguments: ["help --format", "help --format html", "--help --format="])
    func wrongFormats(line: String) {
        #expect(throws: CommandLineError.self) {
            try Sample.run(line.split(separator: " ").map(String.init))
        }
    }
}
