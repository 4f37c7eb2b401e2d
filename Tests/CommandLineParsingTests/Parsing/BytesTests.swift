import Testing

@testable import CommandLineParsing

/// File names that are not UTF-8 keep their bytes.
@Suite struct BytesTests {
    private static let name: [UInt8] = Array("caf".utf8) + [0xE9] + Array(".tif".utf8)
    private static let escapedName = #"caf\xE9.tif"#

    private func export(_ words: [[UInt8]]) throws -> Sample.Export? {
        let words = [ArgumentText("export")] + words.map { ArgumentText(bytes: $0) }
        guard case .run(let command, _) = try Sample.program.parse(words) else { return nil }
        return command as? Sample.Export
    }

    @Test(arguments: [
        [Array("--output=".utf8) + name], [Array("--output".utf8), name],
        [Array("-o".utf8) + name], [Array("-o=".utf8) + name], [Array("-fo".utf8) + name],
    ])
    func optionsKeepThem(words: [[UInt8]]) throws {
        let command = try export([Array("a".utf8)] + words)
        #expect(command?.output.raw == ArgumentText(Self.escapedName, isUTF8: false))
    }

    @Test func argumentsKeepThem() throws {
        let command = try export([Self.name, Array("é.tif".utf8)])
        #expect(command?.images.map(\.text) == [nil, "é.tif"])
        #expect(command?.images.map(\.written) == [Self.escapedName, "é.tif"])
    }

    @Test(arguments: [
        ("--color", "text in UTF-8"), ("--quality", "a whole number from 1 to 100"),
        ("--turn", "a number from -90 to 90"),
    ])
    func otherValuesRefuseThem(option: String, expectation: String) {
        let error = #expect(throws: CommandLineError.self) {
            try export([Array("a".utf8), Array(option.utf8), Self.name])
        }
        #expect(error?.problem == "invalid value “\(Self.escapedName)” for \(option)")
        #expect(error?.hint == "expected \(expectation)")
    }

    @Test(
        arguments: [
            ([0x2D, 0xE9], #"unknown option “-\” in “-\xE9”"#),
            ([0x2D, 0x2D, 0xE9, 0x3D, 0x31], #"unknown option “--\xE9”"#),
        ] as [([UInt8], String)])
    func optionsOutsideUTF8AreUnknown(word: [UInt8], message: String) {
        let error = #expect(throws: CommandLineError.self) { try export([word]) }
        #expect(error?.problem == message)
    }

    @Test func anEmptyNameIsNotAPath() {
        #expect(PathArgument(argument: "") == nil)
    }

    @Test func theArgumentsOfThisProcess() {
        #expect(processArguments().map(\.text) == Array(CommandLine.arguments.dropFirst()))
    }
}
