import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

/// `ziggurat export -`.
@Suite("An image on standard input") struct StandardInputTests {
    private func run(_ shop: Workshop, _ script: String) async throws -> CommandResult {
        try await Shell.run(
            "sh", ["-c", script.replacing("ziggurat", with: ZigguratBinary.url().path)],
            environment: ["TMPDIR": shop.folder["spool"].path], in: shop.folder.url)
    }

    /// Writes the rest of an image after its reader has taken the first bytes from the pipe.
    private static let slowly = """
        import fcntl, struct, sys, termios, time
        image = open("photo.jpg", "rb").read()
        sys.stdout.buffer.write(image[:10])
        sys.stdout.flush()
        while struct.unpack("i", fcntl.ioctl(1, termios.FIONREAD, bytes(4)))[0]: time.sleep(0.01)
        sys.stdout.buffer.write(image[10:])
        """

    @Test(
        "Standard input is exported under a given name or as stdin, and its file is removed",
        arguments: [
            ("cat photo.jpg | ziggurat export -", ["stdin"]),
            ("ziggurat export --name map - < photo.jpg", ["map"]),
            ("ziggurat export --name '{parent}-{number}' - - < photo.jpg", ["stdin-1"]),
            (
                "python3 -c '\(Self.slowly)' | ziggurat export - photo.jpg",
                [
                    "photo", "stdin",
                ]
            ),
        ])
    func exported(script: String, names: [String]) async throws {
        try await Workshop.with { shop in
            _ = try await shop.picture(width: 600, height: 400)
            try shop.folder.write("", to: "spool/.keep")
            let result = try await run(shop, script)
            #expect(result.status == 0, "\(result.errors)")
            #expect(shop.outputNames() == (names + ["index.html", "pictures.js"]).sorted())
            for manifest in try Exporter(destination: shop.output).exports() {
                #expect(manifest.image.size == PixelSize(width: 600, height: 400))
            }
            #expect(try shop.folder.files(under: "spool") == [".keep"])
        }
    }

    @Test("Empty input and text are errors, plan reads standard input, and no file is left")
    func otherInput() async throws {
        try await Workshop.with { shop in
            _ = try await shop.picture(width: 600, height: 400)
            try shop.folder.write("", to: "spool/.keep")
            for (script, status) in [
                ("ziggurat export - < /dev/null", 1), ("echo text | ziggurat export -", 1),
                ("ziggurat plan - < photo.jpg", 0),
            ] {
                let result = try await run(shop, script)
                #expect(result.status == status, "\(script)")
                #expect(status == 0 || result.errors.hasPrefix("ziggurat: -: "))
                #expect(shop.outputNames() == [])
                #expect(try shop.folder.files(under: "spool") == [".keep"])
            }
        }
    }
}
