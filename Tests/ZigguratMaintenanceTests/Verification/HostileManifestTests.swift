import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport
@testable import ZigguratExport
@testable import ZigguratStore

@Suite("Impossible values in manifests are faults")
struct HostileManifestTests {
    /// Values of the field that no pyramid can have.
    private static let fields: [(old: String, new: String)] =
        [
            "0", "-1", "9223372036854775807", "2147483648", "-9223372036854775808", "1e300", "null",
        ].flatMap { value in
            [
                ("\"width\" : 600", "\"width\" : \(value)"),
                ("\"height\" : 400", "\"height\" : \(value)"),
                ("\"width\" : 254", "\"width\" : \(value)"),
                ("\"height\" : 254", "\"height\" : \(value)"),
            ]
        } + [
            ("\"overlap\" : 1", "\"overlap\" : -1"),
            ("\"overlap\" : 1", "\"overlap\" : 9223372036854775807"),
            ("\"edge\" : \"crop\"", "\"edge\" : \"pad\""),
        ]

    private static func replace(
        _ old: String, with new: String, in path: String
    ) throws -> Bool {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        guard text.contains(old) else { return false }
        try Data(text.replacing(old, with: new).utf8).write(to: URL(filePath: path))
        return true
    }

    @Test("Values in ziggurat.json are validated", arguments: fields)
    func manifest(old: String, new: String) async throws {
        try await Workshop.with { shop in
            _ = try shop.exporter([.dzi]).export(try await shop.picture())
            let export = "\(shop.output)/photo"
            #expect(try Self.replace(old, with: new, in: "\(export)/ziggurat.json"))
            for path in [export, shop.output, "\(export)/dzi", "\(export)/dzi/photo.dzi"] {
                // A bundle without a readable manifest is checked on its own.
                let findings = try Verdict(path).findings
                #expect(path.contains("dzi") || findings.contains { $0.kind == .manifest })
                _ = try? OpenedPyramids(path)
            }
        }
    }

    @Test("Values in ziggurat-bundle.json are validated", arguments: fields)
    func record(old: String, new: String) async throws {
        try await Workshop.with { shop in
            let layout = try #require(Formats.standard.layout(named: "jctiled"))
            _ = try shop.exporter([layout]) { $0.tiling.tileSize = 254 }.export(
                try await shop.picture())
            let moved = shop.folder["moved"].path
            try FileManager.default.moveItem(atPath: "\(shop.output)/photo/jctiled", toPath: moved)
            let old = old == "\"overlap\" : 1" ? "\"overlap\" : 0" : old
            let new = new.contains("pad") ? "\"edge\" : \"bend\"" : new
            #expect(try Self.replace(old, with: new, in: "\(moved)/ziggurat-bundle.json"))
            let verdict = try Verdict(moved)
            #expect(verdict.kinds == [.descriptor] && verdict.findings.count == 1)
            #expect(throws: ZigguratError.self) { try OpenedPyramids(moved) }
        }
    }

    @Test(
        "Sizes that no image can have are not decoded",
        arguments: [(0, 1), (1, 0), (-1, 5), (Int.max, 1), (1 << 31, 1), (1, 1 << 31)])
    func sizes(width: Int, height: Int) {
        let bytes = Data("{\"width\":\(width),\"height\":\(height)}".utf8)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(PixelSize.self, from: bytes)
        }
    }
}
