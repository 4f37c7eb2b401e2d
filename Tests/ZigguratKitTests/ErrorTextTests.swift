import Foundation
import TestSupport
import Testing
import ZigguratKit

/// The texts of errors, as the user of the library sees them.
@Suite struct ErrorTextTests {
    @Test("An error of an export is a readable line")
    func exportOfMissingFile() async throws {
        try await TemporaryFolder.with { folder in
            let image = folder["photo.tif"].path
            let error = #expect(throws: ZigguratError.self) {
                try Exporter(destination: folder["out"].path, layouts: [Formats.xyz]).export(image)
            }
            #expect(error.map { "\($0)" } == "\(image): not found")
        }
    }

    @Test("The meaning replaces a library's message about image data")
    func meaningOfMessage() {
        func text(_ message: String) -> String {
            "\(ZigguratError(SourceError.invalidHeader, "a.tif", cause: .library(message)))"
        }
        #expect(
            text("Failed to read directory at offset 8")
                == "a.tif: invalid header (the TIFF directory is damaged or missing)")
        #expect(text("0x7f32 in foo()") == "a.tif: invalid header")
    }

    @Test("An error of the system appears once")
    func systemError() {
        let full = ZigguratError(FileError(.write, .diskFull), "out/a.png", cause: .system(28))
        #expect("\(full)" == "out/a.png: disk full: cannot write the file")
        let other = ZigguratError(FileError(.write, .other), "out/a.png", cause: .system(5))
        #expect("\(other)" == "out/a.png: cannot write the file (Input/output error)")
    }

    @Test("The description of a reason is one short line without a full stop")
    func descriptions() {
        var texts = LibraryReport.allCases.map { "\($0)" }
        for operation in FileError.Operation.allCases {
            texts += FileError.Kind.allCases.map { "\(FileError(operation, $0))" }
        }
        texts += [
            "\(SourceError.tooLarge(PixelSize(square: 40_000), pixelLimit: 1_000_000))",
            "\(SourceError.unsupported(.photometric(34_892)))",
            "\(ExportNamingError.tooLong("name", bytes: 300, limit: 255))",
            "\(OptionError.offlineTiles(1_000_000, limit: 10_000))",
            "\(RecordError.wrongCellCount(line: 3, cells: 2, columns: 4))",
            "\(VerificationError.contradiction(.tileSize(256, actual: 512)))",
        ]
        for text in texts {
            #expect(text.count <= 100 && text.last != ".", "\(text)")
            #expect(text.allSatisfy { !$0.isNewline }, "\(text)")
        }
    }
}
