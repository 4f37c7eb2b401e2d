import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

@Suite("The Deep Zoom collection of a destination")
struct DeepZoomCollectionTests {
    private static let sizes = [
        "a": (600, 400), "b & c": (90, 300), "d": (256, 256), "é": (1, 1), "f": (700, 12),
    ]

    static func exporter(
        _ shop: Workshop, change: (inout Exporter.Options) -> Void = { _ in }
    ) -> Exporter {
        shop.exporter([.dzi]) {
            $0.collections = ["dzc"]
            $0.viewer = .none
            // With this tiling, a level of up to 256 pixels is a single tile.
            $0.tiling = Tiling.Request(tileSize: 256, overlap: 1)
            change(&$0)
        }
    }

    private static func export(_ names: some Sequence<String>, in shop: Workshop) async throws {
        for name in names {
            let (width, height) = try #require(sizes[name])
            try exporter(shop).export(
                try await shop.picture("\(name).png", width: width, height: height))
        }
        try exporter(shop).writeCollections()
    }

    /// The sources in the collection document.
    private static func sources(_ shop: Workshop) throws -> [String] {
        try String(contentsOf: shop.folder["Output/dzc/collection.dzc"], encoding: .utf8)
            .split(separator: "Source=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
    }

    private static func inodes(_ shop: Workshop) throws -> [String: UInt64] {
        try FileStamp.all(in: "\(shop.output)/dzc/collection_files").mapValues(\.inode)
    }

    @Test("Each thumbnail is the image's own tile of the level")
    func mosaic() async throws {
        try await Workshop.with { shop in
            let names = Self.sizes.keys.sorted()
            try await Self.export(names, in: shop)
            #expect(
                try Self.sources(shop) == [
                    "../a/dzi/a.dzi", "../b%20%26%20c/dzi/b%20%26%20c.dzi", "../d/dzi/d.dzi",
                    "../f/dzi/f.dzi", "../%C3%A9/dzi/%C3%A9.dzi",
                ])
            #expect(try Verdict(shop.output).findings == [])
            // The column and row of each of the five images, by Morton numbers.
            let places = [(0, 0), (1, 0), (0, 1), (1, 1), (2, 0)]
            for level in 0...8 {
                let side = 1 << level
                for (name, (column, row)) in zip(names, places) {
                    let file =
                        "collection_files/\(level)/\(column * side / 256)_\(row * side / 256).jpg"
                    let tile = try await PixelPicture.read(shop.folder["Output/dzc/\(file)"])
                    #expect((tile.width, tile.height) == (256, 256))
                    let own = shop.folder["Output/\(name)/dzi/\(name)_files/\(level)/0_0.jpg"]
                    // A smaller image does not have this level, so its thumbnail is enlarged.
                    guard FileManager.default.fileExists(atPath: own.path) else { continue }
                    let picture = try await PixelPicture.read(own)
                    let part = tile.cropped(
                        x: column * side % 256, y: row * side % 256, width: picture.width,
                        height: picture.height)
                    // The thumbnail is compressed as JPEG twice. Neighbours change the samples of
                    // images that are narrower than a JPEG block.
                    let mean = try part.difference(from: picture).mean
                    let isNarrow = min(picture.width, picture.height) < 16
                    #expect(mean < (isNarrow ? 60 : 12), "\(name), level \(level)")
                }
            }
            // The negative control: another image differs.
            let tile = try await PixelPicture.read(
                shop.folder["Output/dzc/collection_files/8/0_0.jpg"])
            let other = try await PixelPicture.read(
                shop.folder["Output/d/dzi/d_files/8/0_0.jpg"])
            #expect(try tile.difference(from: other).mean > 20)
            // The image of one pixel fills its cell.
            let enlarged = try await PixelPicture.read(
                shop.folder["Output/dzc/collection_files/8/2_0.jpg"])
            #expect(Set(enlarged.cropped(x: 0, y: 0, width: 200, height: 1).samples).count <= 3)
        }
    }

    @Test("The collection follows the exports and keeps tiles without changes")
    func updates() async throws {
        try await Workshop.with { shop in
            try await Self.export(["a", "b & c"], in: shop)
            #expect(shop.outputNames() == ["a", "b & c", "dzc"])
            let first = try Self.inodes(shop)
            // The collection is already up to date.
            let stamp = try FileStamp("\(shop.output)/dzc")
            #expect(try Self.exporter(shop).writeCollections().map(\.items) == [2])
            #expect(try FileStamp("\(shop.output)/dzc") == stamp)

            try await Self.export(["d"], in: shop)
            #expect(try Self.sources(shop).count == 3)
            let second = try Self.inodes(shop)
            for name in ["8/0_0.jpg", "8/1_0.jpg"] { #expect(second[name] == first[name]) }
            for name in ["0/0_0.jpg", "7/0_0.jpg"] { #expect(second[name] != first[name]) }
            #expect(second["8/0_1.jpg"] != nil && first["8/0_1.jpg"] == nil)
            #expect(try Verdict(shop.output).findings == [])

            // A copied collection is intact, with any modification times.
            try FileManager.default.copyItem(
                atPath: shop.output, toPath: shop.folder["copy"].path)
            try await Shell.run("find", [shop.folder["copy"].path, "-exec", "touch", "{}", "+"])
                .orThrow()
            #expect(try Verdict(shop.folder["copy"].path).findings == [])

            // Another image with an equal name is exported without updating the collection.
            try await TestPicture(width: 300, height: 300).write(to: shop.folder["a.png"])
            try shop.exporter([.dzi]) { $0.viewer = .none }
                .export(shop.folder["a.png"].path)
            #expect(try Verdict(shop.output).kinds == [.descriptor])
            // An existing collection is updated without being requested.
            let plain = Exporter(destination: shop.output)
            #expect(try plain.writeCollections().map(\.name) == ["dzc"])
            #expect(try Verdict(shop.output).findings == [])
            #expect(try Self.inodes(shop)["8/0_0.jpg"] != second["8/0_0.jpg"])
            #expect(try Self.inodes(shop)["8/1_0.jpg"] == second["8/1_0.jpg"])

            try plain.remove("b & c")
            #expect(try Verdict(shop.output).kinds == [.descriptor])
            try plain.writeCollections()
            #expect(try Self.sources(shop) == ["../a/dzi/a.dzi", "../d/dzi/d.dzi"])
            #expect(try Verdict(shop.output).findings == [])
            for name in ["a", "d"] { try plain.remove(name) }
            #expect(try plain.writeCollections() == [])
            #expect(shop.outputNames() == [])
        }
    }

    @Test("Each kind of damage to the collection is found")
    func damage() async throws {
        try await Workshop.with { shop in
            try await Self.export(["a", "d"], in: shop)
            let folder = shop.folder["Output/dzc"]
            let cases: [(path: String, bytes: String?, kind: Verification.Finding.Kind)] = [
                ("collection_files/8/1_0.jpg", nil, .missingTile),
                ("collection_files/3/0_0.jpg", "no picture", .checksum),
                ("collection_files/8/7_7.jpg", "more", .extraFile),
                ("collection.dzc", "<Collection/>", .descriptor),
            ]
            for (path, bytes, kind) in cases {
                try await TemporaryFolder.with { safe in
                    try FileManager.default.copyItem(at: folder, to: safe["dzc"])
                    let file = folder.appending(path: path)
                    try? FileManager.default.removeItem(at: file)
                    if let bytes { try Data(bytes.utf8).write(to: file) }
                    #expect(try Verdict(shop.output).kinds == [kind], "\(path)")
                    // Damaged files are written again; files of other programs stay.
                    try Self.exporter(shop).writeCollections(looksClosely: true)
                    let left: Set<Verification.Finding.Kind> = kind == .extraFile ? [kind] : []
                    #expect(try Verdict(shop.output).kinds == left, "\(path)")
                    try FileManager.default.removeItem(at: folder)
                    try FileManager.default.copyItem(at: safe["dzc"], to: folder)
                }
            }
        }
    }

    @Test("A damaged export is left out of the collection and named in a note")
    func damagedExports() async throws {
        try await Workshop.with { shop in
            try await Self.export(["a", "b & c", "d", "f"], in: shop)
            let files = FileManager.default
            let before = try Self.inodes(shop)
            // A tile is missing, and another is not an image.
            try files.removeItem(at: shop.folder["Output/b & c/dzi/b & c_files/8/0_0.jpg"])
            try shop.folder.write("no picture", to: "Output/d/dzi/d_files/7/0_0.jpg")
            // Only exports whose thumbnails must be drawn again are read.
            #expect(try Self.exporter(shop).updateCollections().notes == [])
            #expect(try Self.inodes(shop) == before)
            try files.removeItem(at: shop.folder["Output/dzc"])
            let result = try Self.exporter(shop).updateCollections()
            #expect(result.entries.map(\.items) == [2])
            try #require(result.notes.count == 2)
            for (name, note) in zip(["b & c", "d"], result.notes) {
                guard case .notInCollection(let export, let path, let error) = note else {
                    Issue.record("\(note)")
                    continue
                }
                #expect(export == "\(shop.output)/\(name)" && path == "\(shop.output)/dzc")
                #expect(error.subject.hasPrefix("\(shop.output)/\(name)/dzi/"))
            }
            #expect(try Self.sources(shop) == ["../a/dzi/a.dzi", "../f/dzi/f.dzi"])
            let tile = try await PixelPicture.read(
                shop.folder["Output/dzc/collection_files/8/1_0.jpg"])
            let own = try await PixelPicture.read(shop.folder["Output/f/dzi/f_files/8/0_0.jpg"])
            let part = tile.cropped(x: 0, y: 0, width: own.width, height: own.height)
            #expect(try part.difference(from: own).mean < 60)
            // A manifest that cannot be read.
            try shop.folder.write("{", to: "Output/a/ziggurat.json")
            let second = try Self.exporter(shop).updateCollections()
            #expect(second.notes.first == .invalidManifest(export: "\(shop.output)/a"))
            #expect(try Self.sources(shop) == ["../f/dzi/f.dzi"])
            // The collection has no readable export, so it is not written.
            try shop.folder.write("no picture", to: "Output/f/dzi/f_files/7/0_0.jpg")
            try files.removeItem(at: shop.folder["Output/dzc"])
            #expect(try Self.exporter(shop).writeCollections() == [])
            #expect(!files.fileExists(atPath: shop.folder["Output/dzc"].path))
        }
    }

    @Test("The collection is verified by its folder and by its document")
    func alone() async throws {
        try await Workshop.with { shop in
            try await Self.export(["a", "d"], in: shop)
            for path in ["dzc", "dzc/", "dzc/collection.dzc"] {
                let verdict = try Verdict("\(shop.output)/\(path)")
                #expect(verdict.findings == [], "\(path)")
                #expect(verdict.notes.count == 1, "\(path)")
                let note = ExportNote.collection(
                    summary: "Deep Zoom collection", items: 2, faults: 0)
                #expect(verdict.notes[0].hasSuffix(": \(note)"))
            }
            try FileManager.default.removeItem(
                at: shop.folder["Output/dzc/collection_files/8/1_0.jpg"])
            #expect(try Verdict("\(shop.output)/dzc").kinds == [.missingTile])
            // A collection that is moved away from its images is rejected.
            try FileManager.default.createDirectory(
                at: shop.folder["away"], withIntermediateDirectories: false)
            try FileManager.default.moveItem(
                at: shop.folder["Output/dzc"], to: shop.folder["away/dzc"])
            let error = #expect(throws: ZigguratError.self) {
                try Verdict(shop.folder["away/dzc"].path)
            }
            #expect(error?.reason as? PyramidError == .detachedCollection)
        }
    }

    @Test("Missing levels are made from the thumbnail, and transparency is flattened")
    func otherLevels() async throws {
        try await Workshop.with { shop in
            let image = try await TestPicture(width: 1300, height: 900, hasAlpha: true)
                .write(to: shop.folder["photo.png"]).path
            let green = try #require(RGBColor(hex: "#00ff00"))
            let wide = Self.exporter(shop) {
                $0.levels.minimumLevel = 10
                $0.background = green
                $0.tiling.encoding = TileEncoding(.png)
            }
            try wide.export(image)
            try wide.writeCollections()
            let first = try await PixelPicture.read(
                shop.folder["Output/dzc/collection_files/8/0_0.jpg"])
            #expect(try Verdict(shop.output).findings == [])
            let whole = Self.exporter(shop) {
                $0.background = green
                $0.tiling.encoding = TileEncoding(.png)
            }
            try whole.export(image)
            try whole.writeCollections()
            let second = try await PixelPicture.read(
                shop.folder["Output/dzc/collection_files/8/0_0.jpg"])
            #expect(try first.difference(from: second).mean < 6)
            // Background shows through: far more green than red.
            let part = second.cropped(x: 0, y: 0, width: 163, height: 113)
            let sums = (0..<2).map { band in
                stride(from: band, to: part.samples.count, by: 3).reduce(0) {
                    $0 + Int(part.samples[$1])
                }
            }
            #expect(sums[1] - sums[0] > 30 * 163 * 113)
        }
    }
}
