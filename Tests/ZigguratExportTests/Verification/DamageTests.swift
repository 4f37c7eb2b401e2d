import Foundation
import TestSupport
import Testing
import ZigguratKit

private let tile = "dzi/photo_files/10/1_0.jpg"
private let drawn = PixelSize(width: 600, height: 400)
/// Findings that follow from additional or missing files.
private let counted: Set<Verification.Finding.Kind> = [.manifest]
/// An empty folder is left as well.
private let folderLeft = counted.union([.extraFile])

@Suite("Damaged exports")
struct DamageTests {
    static let table: [Damage] = [
        Damage("a tile is missing", .missingTile, at: tile, .missing(.tile), and: counted) {
            try $0.remove(tile)
        },
        Damage("a tile is empty", .damagedTile, at: tile, nil, and: counted) {
            try $0.write([], to: tile)
        },
        Damage("a tile ends early", .damagedTile, at: tile, nil, and: counted) {
            try $0.change(tile) { $0.removeLast($0.count / 2) }
        },
        Damage("a tile lacks its last byte", .damagedTile, at: tile, nil, and: counted) {
            try $0.change(tile) { $0.removeLast() }
        },
        Damage("random bytes in a JPEG's data", .damagedTile, at: tile, nil) {
            try $0.change(tile) { bytes in
                let middle = bytes.count / 2
                bytes.replaceSubrange(
                    middle..<middle + 400, with: Array(repeating: 0xAA, count: 400))
            }
        },
        Damage("a JPEG's header is broken", .damagedTile, at: tile, nil) {
            try $0.change(tile) { bytes in
                bytes.replaceSubrange(4..<40, with: Array(repeating: 0, count: 36))
            }
        },
        Damage("another tile's bytes", .wrongSize, at: tile, nil, and: counted) {
            try $0.copy("dzi/photo_files/10/2_1.jpg", to: tile)
        },
        Damage("a text instead of a tile", .damagedTile, at: tile, nil, and: counted) {
            try $0.write("<html>404</html>", to: tile)
        },
        Damage(
            "a PNG named .jpg", .wrongFormat, at: tile, .wrongFormat(.png, expected: .jpeg),
            and: counted
        ) {
            let png = $0.export.appending(path: "../other.png")
            try await Shell.run(
                "vips", ["copy", $0.export.appending(path: tile).path, png.path]
            ).orThrow()
            try $0.write([UInt8](Data(contentsOf: png)), to: tile)
            try FileManager.default.removeItem(at: png)
        },
        Damage(
            "a folder with a tile's name", .missingTile, at: tile, .missing(.tile), and: folderLeft
        ) {
            try $0.remove(tile)
            try FileManager.default.createDirectory(
                at: $0.export.appending(path: tile), withIntermediateDirectories: false)
        },
        Damage(
            "an alias is missing", .missingTile, at: "iiif3/0,0,600,400/300,200/0/default.jpg",
            nil, and: folderLeft
        ) {
            try $0.remove("iiif3/0,0,600,400/300,200/0/default.jpg")
        },
        Damage(
            "an alias with other bytes", .damagedTile,
            at: "iiif3/0,0,600,400/300,200/0/default.jpg", nil, and: counted
        ) {
            try $0.copy(tile, to: "iiif3/0,0,600,400/300,200/0/default.jpg")
        },
        Damage(
            "a whole image is missing", .missingTile, at: "iiif3/full/max/0/default.jpg",
            .missing(.wholeImage), and: folderLeft
        ) {
            try $0.remove("iiif3/full/max/0/default.jpg")
        },
        Damage(
            "an unexpected file", .extraFile, at: "xyz/2/9.jpg", .unexpectedFile, and: counted
        ) {
            try $0.write("x", to: "xyz/2/9.jpg")
        },
        Damage(
            "a hidden file", .extraFile, at: "dzi/.DS_Store", .unexpectedFile, and: counted
        ) {
            try $0.write("x", to: "dzi/.DS_Store")
        },
        Damage("a file beside the bundles", .extraFile, at: "photo/notes.txt", .unexpectedFile) {
            try $0.write("x", to: "notes.txt")
        },
        Damage("a folder beside the bundles", .extraFile, at: "photo/old", .unexpectedFolder) {
            try FileManager.default.createDirectory(
                at: $0.export.appending(path: "old"), withIntermediateDirectories: false)
        },
        Damage("broken XML", .descriptor, at: "dzi/photo.dzi", nil, and: counted) {
            try $0.replace("</Image>", with: "", in: "dzi/photo.dzi")
        },
        Damage("XML with another root", .descriptor, at: "dzi/photo.dzi", nil, and: counted) {
            try $0.write("<Bild/>", to: "dzi/photo.dzi")
        },
        Damage("broken JSON", .descriptor, at: "iiif3/info.json", nil, and: counted) {
            try $0.change("iiif3/info.json") { $0.removeLast(4) }
        },
        Damage(
            "a wrong tile size", .descriptor, at: "dzi/photo.dzi",
            .contradiction(.tileSize(256, actual: 254))
        ) {
            try $0.replace("\"254\"", with: "\"256\"", in: "dzi/photo.dzi")
        },
        Damage(
            "a wrong overlap", .descriptor, at: "dzi/photo.dzi",
            .contradiction(.overlap(2, actual: 1))
        ) {
            try $0.replace("Overlap=\"1\"", with: "Overlap=\"2\"", in: "dzi/photo.dzi")
        },
        Damage(
            "a wrong format", .descriptor, at: "dzi/photo.dzi",
            .contradiction(.tileFormat(.png, actual: .jpeg))
        ) {
            try $0.replace("\"jpg\"", with: "\"png\"", in: "dzi/photo.dzi")
        },
        Damage("an unknown format", .descriptor, at: "dzi/photo.dzi", nil) {
            try $0.replace("\"jpg\"", with: "\"bmp\"", in: "dzi/photo.dzi")
        },
        Damage(
            "a wrong width", .descriptor, at: "dzi/photo.dzi",
            .contradiction(.imageSize(PixelSize(width: 601, height: 400), actual: drawn))
        ) {
            try $0.replace("\"600\"", with: "\"601\"", in: "dzi/photo.dzi")
        },
        Damage("no width", .descriptor, at: "dzi/photo.dzi", nil, and: counted) {
            try $0.replace("Width=\"600\"", with: "", in: "dzi/photo.dzi")
        },
        Damage(
            "a wrong height of IIIF", .descriptor, at: "iiif3/info.json",
            .contradiction(.imageSize(PixelSize(width: 600, height: 401), actual: drawn))
        ) {
            try $0.replace("400", with: "401", in: "iiif3/info.json")
        },
        Damage(
            "a missing scale factor", .descriptor, at: "iiif3/info.json",
            .contradiction(.levels(1, actual: 2)), and: counted
        ) {
            try $0.replace(",\n        2", with: "", in: "iiif3/info.json")
        },
        Damage("no profile", .descriptor, at: "iiif3/info.json", nil) {
            try $0.replace("\"profile\"", with: "\"prolile\"", in: "iiif3/info.json")
        },
        Damage(
            "a missing descriptor", .missingFile, at: "dzi/photo.dzi", .missing(.file), and: counted
        ) {
            try $0.remove("dzi/photo.dzi")
        },
        Damage(
            "an empty descriptor", .missingFile, at: "dzi/photo.dzi", .empty(.file),
            and: [.manifest, .descriptor]
        ) {
            try $0.write([], to: "dzi/photo.dzi")
        },
        Damage(
            "broken JSON besides", .descriptor, at: "iiif3/manifest.json", .invalidJSON,
            and: counted
        ) {
            try $0.change("iiif3/manifest.json") { $0.removeLast(4) }
        },
        Damage(
            "a missing page", .missingFile, at: "xyz/index.html", .missing(.pageFile),
            and: [.manifest, .extraFile]
        ) {
            try $0.remove("xyz/index.html")
        },
        Damage(
            "a script of the page is missing", .missingFile, at: "xyz/viewer/ziggurat.js",
            .missing(.pageFile),
            and: counted
        ) {
            try $0.remove("xyz/viewer/ziggurat.js")
        },
        Damage(
            "a script of the page is empty", .missingFile, at: "xyz/viewer/ziggurat.js",
            .empty(.pageFile),
            and: counted
        ) {
            try $0.write([], to: "xyz/viewer/ziggurat.js")
        },
        Damage("a missing thumbnail", .missingFile, at: "photo/thumbnail.jpg", .missing(.thumbnail))
        {
            try $0.remove("thumbnail.jpg")
        },
        Damage("a truncated thumbnail", .damagedTile, at: "photo/thumbnail.jpg", nil) {
            try $0.change("thumbnail.jpg") { $0.removeLast($0.count / 2) }
        },
        Damage("a bundle is missing", .missingFile, at: "photo/xyz", .missing(.bundle)) {
            try $0.remove("xyz")
        },
        Damage(
            "a wrong number of tiles", .manifest, at: "photo/ziggurat.json",
            .wrongCount(.tiles, stated: 18, actual: 17, bundle: "dzi")
        ) {
            try $0.replace("\"tiles\" : 17", with: "\"tiles\" : 18", in: "ziggurat.json")
        },
        Damage(
            "a wrong number of levels", .manifest, at: "photo/ziggurat.json",
            .wrongCount(.levels, stated: 12, actual: 11, bundle: "dzi")
        ) {
            try $0.replace("\"levels\" : 11", with: "\"levels\" : 12", in: "ziggurat.json")
        },
        Damage("a manifest of the future", .manifest, at: "photo/ziggurat.json", .invalidManifest) {
            try $0.replace("\"format\" : 3,", with: "\"format\" : 9999,", in: "ziggurat.json")
        },
        Damage("a broken manifest", .manifest, at: "photo/ziggurat.json", .invalidManifest) {
            try $0.change("ziggurat.json") { $0.removeLast(9) }
        },
    ]

    /// The export has no findings before it is damaged.
    @Test("Each kind of damage is found", arguments: table)
    func export(damage: Damage) async throws {
        try await Workshop.with { shop in
            _ = try shop.exporter([.dzi, .xyz, .iiif3]).export(try await shop.picture())
            #expect(try Verdict(shop.output).findings == [])
            try await damage.spoil(Spoiler(export: URL(filePath: "\(shop.output)/photo")))
            let verdict = try Verdict(shop.output)
            #expect(verdict.kinds == damage.others.union([damage.kind]), "\(verdict.findings)")
            let found = try #require(verdict.findings.first { $0.kind == damage.kind })
            #expect(found.place.hasSuffix(damage.place))
            if let fault = damage.fault { #expect(found.reason as? Verification.Fault == fault) }
            #expect(found.advice == .exportAgain)
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
                #expect(verdict.kinds == [.damagedTile, .manifest], "\(length)")
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
            let found = try #require(try Verdict(shop.output).findings.first)
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
        "Checksum lists",
        arguments: [
            ("xyz/1/0/0.jpg", "change", Verification.Finding.Kind.checksum),
            ("xyz/viewer/ziggurat.js", "change", .checksum),
            ("xyz/viewer/ziggurat.js", "remove", .missingFile),
            ("checksums.sha256", "cut", .checksum),
            ("checksums.sha256", "empty", .checksum), ("checksums.sha256", "line", .checksum),
        ])
    func checksums(path: String, what: String, kind: Verification.Finding.Kind) async throws {
        try await Workshop.with { shop in
            _ = try shop.exporter([.xyz]).export(try await shop.picture())
            let folder = URL(filePath: "\(shop.output)/photo")
            try await Checksums.write(in: folder)
            #expect(try Verdict(shop.output).findings == [])
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
        "Bags",
        arguments: [
            ("bagit.txt", "BagIt-Version", "Version"), ("bagit.txt", "UTF-8", "Latin"),
            ("bag-info.txt", "Payload-Oxum: ", "Payload-Oxum: 1"),
            ("manifest-sha256.txt", "data/thumbnail.jpg", "data/thumb.jpg"),
            ("tagmanifest-sha256.txt", "bagit.txt", "bag.txt"),
        ])
    func bag(path: String, old: String, new: String) async throws {
        try await Workshop.with { shop in
            let exporter = shop.exporter([.xyz]) { $0.fixity = .bag }
            _ = try exporter.export(try await shop.picture())
            let folder = URL(filePath: "\(shop.output)/photo")
            #expect(try Verdict(shop.output).findings == [])
            try Spoiler(export: folder).replace(old, with: new, in: path)
            let findings = try Verdict(shop.output).findings
            #expect(findings.contains { "\($0)".contains(path) }, "\(findings)")
        }
    }
}
