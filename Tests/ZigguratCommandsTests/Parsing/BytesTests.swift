import Testing

@testable import ZigguratCommands

/// File names whose bytes are not UTF-8 come through as they are.
@Suite struct BytesTests {
    private static let name: [UInt8] = Array("caf".utf8) + [0xE9] + Array(".tif".utf8)

    private func export(_ words: [[UInt8]]) throws -> Sample.Export? {
        let words = [ArgumentText("export")] + words.map { ArgumentText(bytes: $0) }
        guard case .run(let command) = try Sample.program.parse(words) else { return nil }
        return command as? Sample.Export
    }

    @Test(arguments: [
        [Array("--output=".utf8) + name], [Array("--output".utf8), name],
        [Array("-o".utf8) + name], [Array("-o=".utf8) + name], [Array("-vo".utf8) + name],
    ])
    func optionsKeepBytes(words: [[UInt8]]) throws {
        let command = try export([Array("a".utf8)] + words)
        #expect(command?.output.bytes == Self.name)
    }

    @Test func argumentsKeepBytes() throws {
        let command = try export([Self.name, Array("é.tif".utf8)])
        #expect(command?.images.map(\.bytes) == [Self.name, Array("é.tif".utf8)])
        #expect(command?.images.map(\.isText) == [false, true])
        #expect(command?.images.map(\.written) == [#"caf\xE9.tif"#, "é.tif"])
    }

    @Test(arguments: [
        ("--color", #"--color is text in UTF-8, not “caf\xE9.tif”"#),
        ("--quality", #"--quality is a whole number from 1 to 100, not “caf\xE9.tif”"#),
        ("--turn", #"--turn is a number from -90 to 90, not “caf\xE9.tif”"#),
    ])
    func otherValuesRefuseThem(option: String, message: String) {
        let error = #expect(throws: CommandLineError.self) {
            try export([Array("a".utf8), Array(option.utf8), Self.name])
        }
        #expect(error?.description == message)
    }

    @Test(
        arguments: [
            ([0x2D, 0xE9], #"unknown option -\xE9; atelier help export lists the options"#),
            (
                [0x2D, 0x2D, 0xE9, 0x3D, 0x31],
                #"unknown option --\xE9; atelier help export lists the options"#
            ),
        ] as [([UInt8], String)])
    func optionsOfStrangeBytesAreUnknown(word: [UInt8], message: String) {
        let error = #expect(throws: CommandLineError.self) { try export([word]) }
        #expect(error?.description == message)
    }

    @Test func emptyNamesAndZeroBytesAreNoPaths() {
        #expect(PathArgument(argument: "") == nil)
        #expect(PathArgument(raw: ArgumentText(bytes: [97, 0])) == nil)
        #expect(PathArgument(argument: "-")?.isDash == true)
        #expect(PathArgument(argument: "a")?.isDash == false)
    }

    /// Every argument of a process is read; the first, its own name, is not among them.
    @Test func theArgumentsOfThisProcess() {
        #expect(ProcessArguments.read().map(\.text) == Array(CommandLine.arguments.dropFirst()))
    }
}
