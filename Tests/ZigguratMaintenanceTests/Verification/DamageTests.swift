import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

@Suite("Damaged exports")
struct DamageTests {
    /// The export has no findings before it is damaged.
    @Test("Each kind of damage is found", arguments: Damage.all)
    func export(damage: Damage) async throws {
        try await Workshop.with { shop in
            try await SharedExports.shared.write("three layouts", into: shop) { shop in
                _ = try shop.exporter([.dzi, .xyz, .iiif3]).export(try await shop.picture())
                #expect(try Verdict(shop.output).findings == [])
            }
            try await damage.spoil(Spoiler(export: URL(filePath: "\(shop.output)/photo")))
            let verdict = try Verdict(shop.output)
            #expect(verdict.kinds == [damage.kind], "\(verdict.findings)")
            // The counts in the lines and in the summary equal the number of findings.
            #expect(verdict.findings.count == verdict.units.map(\.faults).reduce(0, +))
            if !verdict.summaries.isEmpty {
                #expect(verdict.findings.count == verdict.summaries.map(\.faults).reduce(0, +))
            }
            let found = try #require(verdict.findings.first { $0.kind == damage.kind })
            #expect(found.place.hasSuffix(damage.place))
            if let fault = damage.fault { #expect(found.reason as? VerificationError == fault) }
            #expect(found.advice == .exportAgain)
        }
    }

    /// The verified item: the destination, the export, or a bundle of the export.
    @Test(
        "An export without its manifest is checked by its hashes",
        arguments: ["", "/photo", "/photo/dzi"], ["folder", "pmtiles", "tiff"])
    func missingManifest(path: String, container: String) async throws {
        try await Workshop.with { shop in
            let format = try #require(Formats.standard.container(named: container))
            let options = Exporter.Options(layouts: nil, container: format)
            try await SharedExports.shared.write(container, into: shop) { shop in
                _ = try Exporter(destination: shop.output, options: options)
                    .export(try await shop.picture(width: 600, height: 400))
            }
            let files = try FileManager.default.contentsOfDirectory(
                atPath: "\(shop.output)/photo")
            let bundle = try #require(
                container == "folder"
                    ? options.layouts[0].name : files.first { $0.hasPrefix("photo.") })
            let place = shop.output + (path == "/photo/dzi" ? "/photo/\(bundle)" : path)
            #expect(try Verdict(place).findings == [])
            let export = URL(filePath: "\(shop.output)/photo")
            try FileManager.default.removeItem(at: export.appending(path: "ziggurat.json"))
            let verdict = try Verdict(place)
            #expect(
                verdict.findings.map { $0.reason as? VerificationError } == [.missing(.manifest)])
            // Another byte in a file is found by its hash.
            let spoiled =
                container == "folder" ? "\(bundle)/index.html" : bundle
            try Spoiler(export: export).change(spoiled) { $0[$0.count / 2] ^= 1 }
            #expect(try Verdict(place).kinds.isSuperset(of: [.checksum]))
        }
    }

    @Test("A missing or changed file of a bag is one fault, on one line")
    func oneFault() async throws {
        try await Workshop.with { shop in
            let exporter = shop.exporter([.dzi, .iiif3]) {
                $0.fixity = .bag
                $0.includesSource = true
            }
            _ = try exporter.export(try await shop.picture(width: 300, height: 200))
            let spoiler = Spoiler(export: URL(filePath: "\(shop.output)/photo"))
            #expect(try Verdict(shop.output).findings == [])
            let records = ["ziggurat.json", "ziggurat.hashes"]
            let files = try FolderListing.files(in: spoiler.export).filter {
                !records.contains($0) && !$0.hasSuffix("manifest-sha256.txt")
            }
            #expect(files.contains("data/original/photo.jpg"))
            for file in files {
                let bytes = try spoiler.read(file)
                for isRemoved in [true, false] {
                    if isRemoved {
                        try spoiler.remove(file)
                    } else {
                        try spoiler.write(bytes + [0x20], to: file)
                    }
                    let verdict = try Verdict(shop.output, quick: true)
                    #expect(verdict.findings.count == 1, "\(file): \(verdict.findings)")
                    #expect(verdict.summaries.map(\.faults).reduce(0, +) == 1, "\(file)")
                    #expect(verdict.units.map(\.faults) == [1], "\(file)")
                }
                try spoiler.write(bytes, to: file)
            }
            #expect(try Verdict(shop.output).findings == [])
        }
    }

    @Test(
        "Truncated PNG, WebP and AVIF tiles, and a flipped bit in a PNG, are found",
        arguments: [
            "png", "webp", "avif",
        ])
    func otherFormats(name: String) async throws {
        try await Workshop.with { shop in
            let format = try #require(TileFormat(named: name))
            let exporter = shop.exporter([.xyz]) {
                $0.tiling = Tiling.Request(encoding: TileEncoding(format))
            }
            _ = try exporter.export(try await shop.picture(width: 300, height: 200))
            let spoiler = Spoiler(export: URL(filePath: "\(shop.output)/photo"))
            let path = "xyz/1/0/0.\(name)"
            let whole = try spoiler.read(path)
            #expect(try Verdict(shop.output).findings == [])
            for length in [whole.count - 1, whole.count / 2, 40, 12, 3] {
                try spoiler.write(Array(whole.prefix(length)), to: path)
                let verdict = try Verdict(shop.output, quick: true)
                #expect(verdict.kinds == [.damagedTile], "\(length)")
            }
            guard format == .png else { return }
            for offset in [whole.count / 3, whole.count / 2, whole.count - 20] {
                var bytes = whole
                bytes[offset] ^= 4
                try spoiler.write(bytes, to: path)
                #expect(try Verdict(shop.output).kinds == [.damagedTile], "\(offset)")
                // Without decoding, only the hash differs.
                #expect(try Verdict(shop.output, quick: true).kinds == [.checksum])
            }
        }
    }

    @Test(
        "A missing tile of each layout is named by its address",
        arguments: Formats.standard.layouts.map(\.name))
    func everyLayout(name: String) async throws {
        try await Workshop.with { shop in
            let layout = try #require(try Layouts.all().first { $0.name == name })
            let exporter = shop.exporter([layout])
            let plan = try exporter.plan(try await shop.picture())
            try exporter.export(plan)
            let pyramid = plan.bundles[0].pyramid
            let top = try #require(pyramid.levels.last)
            let tile = pyramid.tile(top, column: top.columns - 1, row: 0)
            let path = "\(shop.output)/photo/\(name)/\(layout.naming.path(of: tile))"
            #expect(try Verdict(shop.output).findings == [])
            try FileManager.default.removeItem(atPath: path)
            let findings = try Verdict(shop.output).findings
            #expect(findings.count == 1)
            let found = try #require(findings.first)
            #expect(found.kind == .missingTile && found.place == path && found.tile == tile.address)
        }
    }

    @Test("A killed run's folder is found, other folders are ignored")
    func leftovers() async throws {
        try await Workshop.with { shop in
            _ = try shop.exporter([.xyz]).export(try await shop.picture())
            try shop.folder.write("mine", to: "Output/notes/readme.txt")
            #expect(try Verdict(shop.output).findings == [])
            try shop.folder.write("x", to: "Output/.ziggurat-1/xyz/0.jpg")
            let verdict = try Verdict(shop.output)
            #expect(verdict.kinds == [.extraFile] && verdict.findings.count == 1)
            #expect(verdict.findings[0].place == "\(shop.output)/.ziggurat-1")
        }
    }

    @Test(
        "Damage that a checksum list reveals is found",
        arguments: [
            ("xyz/1/0/0.jpg", "change", Verification.Finding.Kind.checksum),
            ("xyz/viewer/ziggurat.js", "change", .checksum),
            ("xyz/viewer/ziggurat.js", "remove", .missingFile),
            ("checksums.sha256", "cut", .checksum),
            ("checksums.sha256", "empty", .checksum), ("checksums.sha256", "line", .checksum),
        ])
    func checksums(path: String, what: String, kind: Verification.Finding.Kind) async throws {
        try await Workshop.with { shop in
            try await SharedExports.shared.write("checksums", into: shop) { shop in
                _ = try shop.exporter([.xyz]).export(try await shop.picture())
                try await Checksums.write(in: URL(filePath: "\(shop.output)/photo"))
                #expect(try Verdict(shop.output).findings == [])
            }
            let folder = URL(filePath: "\(shop.output)/photo")
            let spoiler = Spoiler(export: folder)
            switch what {
            case "change": try spoiler.change(path) { $0.insert(0x20, at: $0.count / 2) }
            case "remove": try spoiler.remove(path)
            case "cut": try spoiler.change(path) { $0.removeFirst(200) }
            case "empty": try spoiler.write([], to: path)
            default: try spoiler.change(path) { $0 += Array("nonsense\n".utf8) }
            }
            let findings = try Verdict(shop.output).findings
            #expect(findings.contains { $0.kind == kind }, "\(findings)")
        }
    }

    @Test(
        "Damage to the files of a bag is found",
        arguments: [
            ("bagit.txt", "BagIt-Version", "Version"), ("bagit.txt", "UTF-8", "Latin"),
            ("bag-info.txt", "Payload-Oxum: ", "Payload-Oxum: 1"),
            ("manifest-sha256.txt", "data/thumbnail.jpg", "data/thumb.jpg"),
            ("tagmanifest-sha256.txt", "bagit.txt", "bag.txt"),
        ])
    func bag(path: String, old: String, new: String) async throws {
        try await Workshop.with { shop in
            try await SharedExports.shared.write("bag", into: shop) { shop in
                let exporter = shop.exporter([.xyz]) { $0.fixity = .bag }
                _ = try exporter.export(try await shop.picture())
                #expect(try Verdict(shop.output).findings == [])
            }
            let folder = URL(filePath: "\(shop.output)/photo")
            try Spoiler(export: folder).replace(old, with: new, in: path)
            let findings = try Verdict(shop.output).findings
            #expect(findings.contains { "\($0)".contains(path) }, "\(findings)")
        }
    }
}
