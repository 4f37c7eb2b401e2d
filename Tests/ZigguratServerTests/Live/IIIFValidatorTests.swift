import Foundation
import TestSupport
import Testing
import ZigguratKit

/// The image validator of the IIIF consortium, on its reference image: 10 × 10 squares whose
/// colours the validator knows.
@Suite("The validator of the IIIF Image API")
struct IIIFValidatorTests {
    /// Draws the reference image. In the mirrored image, all squares have other positions.
    private static func draw(_ file: URL, mirrored: Bool = false) async throws {
        try await Judge.run(
            script: """
                import sys
                from PIL import Image, ImageDraw, ImageOps
                from iiif_validator.validator import ValidationInfo
                colours = ValidationInfo().colorInfo
                picture = Image.new("RGB", (1000, 1000))
                draw = ImageDraw.Draw(picture)
                for x in range(10):
                    for y in range(10):
                        place = (x * 100, y * 100, x * 100 + 99, y * 100 + 99)
                        draw.rectangle(place, fill=tuple(colours[x][y]))
                if sys.argv[2] == "true": picture = ImageOps.mirror(picture)
                picture.save(sys.argv[1])
                """, [file.path, "\(mirrored)"]
        ).orThrow()
    }

    /// Returns the names of the failed tests of a version up to a level, and the number of all
    /// tests.
    private static func failures(
        _ version: String, _ layout: String, level: Int = 0, at port: Int
    ) async throws -> (names: [String], count: Int) {
        let result = try await Judge.run(
            script: """
                import sys
                from iiif_validator.validator import ImageAPI, TestSuite, ValidationInfo
                server, layout, version, level = sys.argv[1:]
                tests = TestSuite(ValidationInfo()).list_tests(version)
                for name in sorted(tests):
                    if tests[name]["level"] > int(level): continue
                    api = ImageAPI(layout, server, "ref", "http", "", version, debug=False)
                    try:
                        TestSuite(ValidationInfo()).run_test(name, api)
                        problem = api.exception
                    except Exception as exception:
                        problem = exception
                    print("=", name, "FAIL" if problem else "PASS")
                """,
            ["127.0.0.1:\(port)", layout, version, "\(level)"]
        ).orThrow()
        let lines = result.output.split(separator: "\n").filter { $0.hasPrefix("= ") }
        let failed = lines.filter { $0.hasSuffix("FAIL") }
        return (failed.map { String($0.split(separator: " ")[1]) }, lines.count)
    }

    /// The validator has one set of tests for all versions 2; our documents follow version 2.1.
    private static let versions = [("iiif", "2.0", 4), ("iiif3", "3.0", 5)]

    private static func serve(
        mirrored: Bool, _ body: (WebServer, TemporaryFolder) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            try await draw(folder["ref.png"], mirrored: mirrored)
            let output = folder["Output"]
            try FileManager.default.createDirectory(
                at: output, withIntermediateDirectories: true)
            try await WebServer.with(serving: output) { server in
                var options = Exporter.Options(layouts: [.iiif, .iiif3])
                options.baseURL = server.url.absoluteString
                try Exporter(destination: output.path, options: options)
                    .export(folder["ref.png"].path)
                try await body(server, folder)
            }
        }
    }

    @Test("The export passes the validator")
    func passes() async throws {
        try await Self.serve(mirrored: false) { server, folder in
            for (layout, version, count) in Self.versions {
                let (names, found) = try await Self.failures(
                    version, layout, at: server.url.port ?? 0)
                #expect(names == [], "\(layout)")
                #expect(found == count, "\(layout)")
            }
            // The negative control: wrong documents and images.
            let info = folder["Output/ref/iiif3/info.json"]
            let text = try String(contentsOf: info, encoding: .utf8)
            try Data(text.replacing("\"level0\"", with: "\"level9\"").utf8).write(to: info)
            #expect(
                try await Self.failures("3.0", "iiif3", at: server.url.port ?? 0)
                    .names.contains("info_json"))
        }
    }

    /// The validator expects status 400 for `!2000,3000` of a smaller image. Image API 3.0, section
    /// 4.2, wants the largest image that is not larger than the region.
    @Test("A live server passes the validator at level 2, but for one test of version 3")
    func livePasses() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.draw(folder["ref.png"])
            let site = try LiveSite(
                [folder["ref.png"].path], options: Exporter.Options(layouts: [.iiif, .iiif3]),
                cache: LiveCache(folder["cache"].path), naming: SizeNaming())
            let server = try PreviewServer(live: site, port: 0, allowedOrigin: "*")
            defer { server.stop() }
            for (layout, version, count, failed) in [
                ("iiif", "2.0", 30, []), ("iiif3", "3.0", 33, ["size_noup"]),
            ] {
                let (names, found) = try await Self.failures(
                    version, layout, level: 2, at: server.port)
                #expect(names == failed, "\(layout)")
                #expect(found == count, "\(layout)")
            }
        }
    }

    @Test("Another image does not pass the validator")
    func anotherPicture() async throws {
        try await Self.serve(mirrored: true) { server, _ in
            for (layout, version, _) in Self.versions {
                let names = try await Self.failures(
                    version, layout, at: server.url.port ?? 0
                ).names
                #expect(names.contains("id_squares"), "\(layout)")
            }
        }
    }
}
