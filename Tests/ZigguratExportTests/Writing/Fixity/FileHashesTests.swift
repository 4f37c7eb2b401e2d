import Foundation
import TestSupport
import Testing
import ZigguratExport
import ZigguratKit
import ZigguratStore
import ZigguratSystem

@testable import ExportTestSupport

@Suite("Hashes of files")
struct FileHashesTests {
    struct Written: Sendable, CustomTestStringConvertible {
        let container: String
        let layouts: [String]
        var fixity = ExportSettings.Fixity.none

        var testDescription: String { "\(container), \(fixity)" }

        func exporter(_ shop: Workshop) -> Exporter {
            var options = Exporter.Options(
                layouts: layouts.compactMap(Formats.standard.layout(named:)),
                container: Formats.standard.container(named: container) ?? Formats.folder)
            options.fixity = fixity
            options.includesSource = true
            return Exporter(destination: shop.output, options: options)
        }
    }

    static let table = [
        Written(container: "folder", layouts: ["dzi", "xyz", "iiif3", "zoomify"]),
        Written(container: "folder", layouts: ["dzi"], fixity: .checksums),
        Written(container: "folder", layouts: ["dzi"], fixity: .bag),
        Written(container: "zip", layouts: ["dzi"]),
        Written(container: "szi", layouts: ["dzi"]),
        Written(container: "pmtiles", layouts: ["xyz"]),
        Written(container: "mbtiles", layouts: ["xyz"]),
        Written(container: "tiff", layouts: ["xyz"]),
    ]

    @Test(
        "A changed byte in any file is found without decoding, and the file is named",
        arguments: table)
    func changes(_ written: Written) async throws {
        try await Workshop.with { shop in
            let exporter = written.exporter(shop)
            // Each file of a folder is changed, so the image has few tiles.
            let side = written.container == "folder" ? 280 : 500
            let picture = try await shop.picture(width: side, height: side)
            let folder = try exporter.export(picture).folder
            #expect(try Verdict(folder, quick: true).findings == [])
            var random = SystemRandomNumberGenerator()
            for path in try FileManager.default.subpathsOfDirectory(atPath: folder).sorted() {
                let place = "\(folder)/\(path)"
                guard !FileSystem.isFolder(place), let whole = try FileSystem.contents(of: place),
                    !whole.isEmpty
                else { continue }
                // A container is a single file, so more of its bytes are changed.
                for _ in 0..<(whole.count > 50_000 ? 3 : 1) {
                    var bytes = whole
                    let position = Int.random(in: bytes.indices, using: &random)
                    bytes[position] ^= 1 << Int.random(in: 0..<8, using: &random)
                    // Other hard links of the file keep their bytes.
                    try FileManager.default.removeItem(atPath: place)
                    try Data(bytes).write(to: URL(filePath: place))
                    let findings = try Verdict(folder, quick: true).findings
                    #expect(
                        findings.contains { $0.place.hasPrefix(place) }, "\(path), byte \(position)"
                    )
                    try Data(whole).write(to: URL(filePath: place))
                }
            }
            #expect(try Verdict(folder, quick: true).findings == [])
        }
    }

    @Test("Exchanged tiles of equal size are found")
    func exchangedTiles() async throws {
        try await Workshop.with { shop in
            let picture = try await shop.picture(width: 1100, height: 1100)
            let folder = try shop.exporter([.xyz]).export(picture).folder
            let tiles = ["\(folder)/xyz/3/1/1.jpg", "\(folder)/xyz/3/2/2.jpg"]
            let bytes = try tiles.map { try Data(contentsOf: URL(filePath: $0)) }
            try #require(bytes[0] != bytes[1])
            for (tile, other) in zip(tiles, bytes.reversed()) {
                try other.write(to: URL(filePath: tile))
            }
            #expect(Set(try Verdict(folder).findings.map(\.place)) == Set(tiles))
            #expect(try Verdict("\(folder)/xyz").findings.count == 2)
        }
    }

    @Test("A missing list of hashes is found, except in exports of older versions")
    func missingList() async throws {
        try await Workshop.with { shop in
            let folder = try shop.exporter().export(try await shop.picture()).folder
            try FileSystem.remove("\(folder)/ziggurat.hashes")
            #expect(try Verdict(folder).findings.map(\.place) == ["\(folder)/ziggurat.hashes"])
            let place = "\(folder)/ziggurat.json"
            let text = try String(contentsOfFile: place, encoding: .utf8)
            let old = text.split(separator: "\n").filter { !$0.contains("ziggurat.hashes") }
            try old.joined(separator: "\n").write(
                toFile: place, atomically: true, encoding: .utf8)
            #expect(try Verdict(folder).findings == [])
        }
    }

    @Test("An export with empty files is damaged, and a repeat run replaces it")
    func emptyFiles() async throws {
        try await Workshop.with { shop in
            let picture = try await shop.picture()
            let folder = try shop.exporter().export(picture).folder
            for path in try FileManager.default.subpathsOfDirectory(atPath: folder)
            where !FileSystem.isFolder("\(folder)/\(path)") {
                try Data().write(to: URL(filePath: "\(folder)/\(path)"))
            }
            #expect(try Verdict(folder).kinds.contains(.manifest))
            #expect(try shop.exporter().export(picture).outcome == .exported)
            #expect(try Verdict(folder).findings == [])
        }
    }

    @Test("A folder with only an empty manifest is not replaced")
    func foreignFolder() async throws {
        try await Workshop.with { shop in
            let picture = try await shop.picture()
            try FileSystem.makeFolders("\(shop.output)/photo")
            try Data().write(to: URL(filePath: "\(shop.output)/photo/ziggurat.json"))
            #expect {
                try shop.exporter().export(picture)
            } throws: {
                ($0 as? ZigguratError)?.reason as? DestinationError == .notAnExport
            }
        }
    }

    @Test("An export that a killed run had moved away is put back")
    func movedAway() async throws {
        try await Workshop.with { shop in
            let folder = try shop.exporter().export(try await shop.picture()).folder
            let hidden = "\(shop.output)/.ziggurat-1234-old"
            try FileSystem.makeFolders(hidden)
            try Data("photo".utf8).write(to: URL(filePath: "\(hidden)/.name"))
            try FileSystem.move(folder, to: "\(hidden)/old")
            try shop.exporter().clearLeftovers()
            #expect(try Verdict(folder).findings == [])
            // If a newer export is in place, the older export is removed.
            try FileSystem.makeFolders(hidden)
            try Data("photo".utf8).write(to: URL(filePath: "\(hidden)/.name"))
            try FileManager.default.copyItem(atPath: folder, toPath: "\(hidden)/old")
            try shop.exporter().clearLeftovers()
            #expect(!FileSystem.exists(hidden))
        }
    }

    @Test(
        "Files are synced before the export appears, and its folder afterwards",
        arguments: [true, false])
    func order(syncs: Bool) async throws {
        try await Workshop.with { shop in
            let picture = try await shop.picture()
            let log = shop.folder["calls"].path
            _ = try await Shell.run(
                "strace",
                ["-f", "-qq", "-y", "-e", "trace=syncfs,fsync,rename,renameat2,write", "-o", log]
                    + [ZigguratBinary.url().path, "export", picture, "-o", shop.output]
                    + (syncs ? [] : ["--no-sync"]), in: shop.folder.url
            ).orThrow()
            let calls = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
            let renamed = try #require(
                calls.firstIndex { $0.contains("rename") && $0.contains("/photo\"") })
            let flushed = calls.firstIndex { $0.contains("syncfs(") }
            #expect((flushed != nil) == syncs)
            guard let flushed else { return }
            #expect(flushed < renamed)
            #expect(
                !calls[flushed..<renamed].contains {
                    $0.contains("write(") && $0.contains("/.ziggurat-")
                })
            #expect(calls[renamed...].contains { $0.contains("fsync(") })
        }
    }
}
