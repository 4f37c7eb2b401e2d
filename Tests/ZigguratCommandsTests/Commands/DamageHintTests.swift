import Foundation
import TestSupport
import Testing

@testable import ZigguratCommands

/// The hints for damaged files name `--allow-damaged` only if the option may help.
@Suite struct DamageHintTests {
    private static let option = "or export it with --allow-damaged"

    /// Exports a file without and with the option.
    private static func runs(_ name: String, in folder: TemporaryFolder) -> [Tool.Run] {
        ["", " --allow-damaged"].map {
            Tool.run(
                "export @/\(name) --layout single --viewer none --output @/out --replace\($0)",
                in: folder)
        }
    }

    @Test(arguments: ["a.png", "a.gif", "a.jpg"])
    func `The hint for a truncated file names the option`(_ name: String) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 300, height: 200).write(to: folder[name])
            let bytes = try Data(contentsOf: file)
            try bytes.prefix(bytes.count * 2 / 3).write(to: file)
            let runs = Self.runs(name, in: folder)
            #expect(runs[0].status == 1 && runs[0].errors.contains("truncated"))
            #expect(runs[0].errors.contains(Self.option), "\(runs[0].errors)")
            #expect(runs[1].status == 0, "\(runs[1].errors)")
        }
    }

    /// The row of a truncated PNG is known.
    @Test func `The message for a truncated PNG names the row`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 300, height: 200).write(to: folder["a.png"])
            let bytes = try Data(contentsOf: file)
            try bytes.prefix(bytes.count * 2 / 3).write(to: file)
            #expect(Self.runs("a.png", in: folder)[0].errors.contains("at about row N of 200"))
        }
    }

    /// The negative control: no pixels are left.
    @Test(arguments: [("a.png", 30), ("a.gif", 12), ("a.tif", 4000), ("a.webp", 900)])
    func `The hint for a file without pixels does not name the option`(
        _ name: String, _ length: Int
    ) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 300, height: 200).write(to: folder[name])
            try Data(contentsOf: file).prefix(length).write(to: file)
            for run in Self.runs(name, in: folder) {
                #expect(run.status == 1 && run.errors.contains("hint: "))
                #expect(!run.errors.contains(Self.option), "\(run.errors)")
            }
        }
    }

    /// The first code of the pixels is invalid, so libvips delivers no rows.
    @Test func `The hint does not name an option that is given`() async throws {
        try await TemporaryFolder.with { folder in
            let head = Array("GIF89a".utf8) + [8, 0, 8, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
            let frame = Array(",".utf8) + [0, 0, 0, 0, 8, 0, 8, 0, 0]
            let pixels: [UInt8] = [2, 3, 0xFF, 0xFF, 0xFF, 0]
            try folder.write(Data(head + frame + pixels + Array(";".utf8)), to: "a.gif")
            let runs = Self.runs("a.gif", in: folder)
            #expect(runs.map(\.status) == [1, 1])
            #expect(runs[0].errors.contains(Self.option), "\(runs[0].errors)")
            #expect(runs[1].errors.contains("hint: get an undamaged copy of the file"))
            #expect(!runs[1].errors.contains(Self.option), "\(runs[1].errors)")
            let document = try Tool.document(
                "export @/a.gif --layout single --output @/out --json --allow-truncated",
                in: folder, status: 1)
            #expect("\(document)".contains("undamaged copy"))
            #expect(!"\(document)".contains(Self.option))
        }
    }
}
