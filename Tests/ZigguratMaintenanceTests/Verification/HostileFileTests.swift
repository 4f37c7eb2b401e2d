import Foundation
import TestSupport
import Testing
import ZigguratKit
import ZigguratSystem

@testable import ExportTestSupport
@testable import ZigguratExport
@testable import ZigguratMaintenance
@testable import ZigguratStore

/// Work and memory are bounded by the files that exist, not by the numbers in documents.
@Suite("Documents that claim more data than their files contain")
struct HostileFileTests {
    /// Extends a file to a terabyte without using disk space. A check that reads the whole file
    /// does not end.
    private static func extend(_ path: String) throws {
        let file = try Foundation.FileHandle(forWritingTo: URL(filePath: path))
        try file.truncate(atOffset: 1 << 40)
        try file.close()
    }

    @Test(
        "A huge file is a fault and is not read as a whole",
        arguments: [
            ("ziggurat.json", Verification.Finding.Kind.manifest),
            ("ziggurat.hashes", .checksum), ("dzi/photo.dzi", .descriptor),
            ("dzi/photo_files/9/0_0.jpg", .damagedTile),
        ])
    func hugeFile(path: String, kind: Verification.Finding.Kind) async throws {
        try await Workshop.with { shop in
            let folder = try shop.exporter().export(try await shop.picture()).folder
            try Self.extend("\(folder)/\(path)")
            let findings = try Verdict(folder, quick: true).findings
            #expect(findings.contains { $0.kind == kind && $0.place == "\(folder)/\(path)" })
        }
    }

    @Test(
        "The check of a pyramid of missing tiles ends",
        arguments: [("Width", 2_147_483_647), ("Height", 2_000_000_000), ("both", 2_147_483_647)])
    func missingTiles(field: String, value: Int) async throws {
        try await Workshop.with { shop in
            _ = try shop.exporter([.dzi]).export(try await shop.picture())
            let folder = shop.folder["foreign"].path
            try FileManager.default.moveItem(atPath: "\(shop.output)/photo/dzi", toPath: folder)
            let place = "\(folder)/photo.dzi"
            var text = try String(contentsOfFile: place, encoding: .utf8)
            if field != "Height" {
                text = text.replacing("Width=\"600\"", with: "Width=\"\(value)\"")
            }
            if field != "Width" {
                text = text.replacing("Height=\"400\"", with: "Height=\"\(value)\"")
            }
            try Data(text.utf8).write(to: URL(filePath: place))
            let findings = try Verdict(place, quick: true).findings
            let faults = findings.compactMap { $0.reason as? VerificationError }
            if field == "both" {
                #expect(findings.count == 1)
                guard case .tooManyTiles(_, let limit) = try #require(faults.first) else {
                    Issue.record("\(faults)")
                    return
                }
                #expect(limit == 1 << 28)
            } else {
                #expect(faults.last == .tooManyFaults(10_000))
                #expect(findings.count < 10_500)
            }
            let repacker = Repacker(place, to: shop.folder["new"].path)
            #expect(throws: ZigguratError.self) { _ = try repacker.run(try repacker.plan()) }
        }
    }

    /// Numbers at the edges of the types that hold them.
    private static let numbers: [UInt64] = [
        .max, 1 << 63, UInt64(Int64.max), 1 << 62, 1 << 40, 1 << 31, 0,
    ]

    @Test("Numbers in a PMTiles header are validated", arguments: 1..<12)
    func pmtilesHeader(field: Int) async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture()
            let folder = try shop.exporter([.xyz]) { $0.container = .pmtiles }.export(image).folder
            let whole = [UInt8](try Data(contentsOf: URL(filePath: "\(folder)/photo.pmtiles")))
            let file = shop.folder["a.pmtiles"]
            for number in Self.numbers {
                var bytes = whole
                for index in 0..<8 {
                    let byte = number >> UInt64(8 * index)
                    bytes[8 * field + index] = UInt8(truncatingIfNeeded: byte)
                }
                try Data(bytes).write(to: file)
                _ = try Verdict(file.path, quick: true)
                _ = try? OpenedPyramids(file.path)
            }
        }
    }

    @Test("Numbers in the records of a ZIP archive are validated")
    func zipRecords() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 300, height: 200)
            let folder = try shop.exporter { $0.container = .zip }.export(image).folder
            let whole = [UInt8](
                try Data(contentsOf: URL(filePath: "\(folder)/photo-dzi.zip")))
            let file = shop.folder["a.zip"]
            let entry = try #require(whole.firstRange(of: [0x50, 0x4B, 1, 2])).lowerBound
            let end = try #require(whole.firstRange(of: [0x50, 0x4B, 5, 6])).lowerBound
            let fields: [(Int, Int)] = [
                (18, 4), (22, 4), (26, 2), (28, 2), (entry + 20, 4), (entry + 24, 4),
                (entry + 28, 2), (entry + 30, 2), (entry + 32, 2), (entry + 42, 4), (end + 8, 2),
                (end + 10, 2), (end + 12, 4), (end + 16, 4), (end + 20, 2),
            ]
            for (offset, count) in fields {
                for value: UInt8 in [0xFF, 0x7F, 0] {
                    var bytes = whole
                    for index in 0..<count { bytes[offset + index] = value }
                    try Data(bytes).write(to: file)
                    // A fault or an error, but no crash.
                    _ = try? Verdict(file.path, quick: true)
                    _ = try? OpenedPyramids(file.path)
                }
            }
        }
    }
}
