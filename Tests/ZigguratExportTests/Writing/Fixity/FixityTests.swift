import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

/// Exports with checksums, verified by the tools that archives use.
@Suite struct FixityTests {
    /// Ordinary names, and names that a list of checksums must escape.
    static let names = ["photo", "back\\slash", "50%", "%41", "Bäume zwei"]

    @Test(arguments: names)
    func `sha256sum finds every file and every damage`(name: String) async throws {
        try await Workshop.with { shop in
            let picture = try await shop.picture("\(name).jpg")
            let exporter = shop.exporter([.dzi, .iiif3]) { $0.fixity = .checksums }
            let folder = URL(filePath: try exporter.export(picture).folder)
            let check = {
                try await Shell.run("sha256sum", ["-c", "checksums.sha256"], in: folder)
            }
            let whole = try await check()
            #expect(whole.status == 0, "\(whole.errors)")
            // The list has a line for each other file, and the hashes cover the list.
            let files = try FolderListing.files(in: folder)
            #expect(whole.output.split(separator: "\n").count == files.count - 2)

            let tile = folder.appending(path: "dzi/\(name)_files/8/0_0.jpg")
            try Self.changeLastByte(of: tile)
            let broken = try await check()
            #expect(broken.status == 1 && broken.output.contains("FAILED"))
        }
    }

    @Test(arguments: names)
    func `An export can be a bag`(name: String) async throws {
        try await Workshop.with { shop in
            let picture = try await shop.picture("\(name).jpg")
            let exporter = shop.exporter([.dzi, .iiif3]) {
                $0.fixity = .bag
                $0.caption = Caption(title: "Two\nlines", rights: "https://example.org/by")
                $0.baseURL = "https://example.org"
            }
            let result = try exporter.export(picture)
            let folder = URL(filePath: result.folder)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
                    "bag-info.txt", "bagit.txt", "data", "manifest-sha256.txt",
                    "tagmanifest-sha256.txt", "ziggurat.hashes", "ziggurat.json",
                ])
            #expect(result.manifest.thumbnail == "data/thumbnail.jpg")
            #expect(
                result.manifest.bundles.map(\.page) == [
                    "data/dzi/index.html", "data/iiif3/index.html",
                ])
            // The address of the bundle contains its path in the bag.
            let info = try JSONDecoder().decode(
                JSONValue.self,
                from: Data(contentsOf: folder.appending(path: "data/iiif3/info.json")))
            #expect(info["id"].string?.hasSuffix("/data/iiif3") == true)
            let tags = try String(
                contentsOf: folder.appending(path: "bag-info.txt"), encoding: .utf8)
            #expect(tags.contains("External-Description: Two lines\n"))
            #expect(tags.contains("\nRights: https://example.org/by\n"))

            // Python's bagit does not read encoded percent signs, which RFC 8493 requires.
            guard !name.contains("%") else {
                let list = try String(
                    contentsOf: folder.appending(path: "manifest-sha256.txt"), encoding: .utf8)
                #expect(list.contains("data/dzi/\(name.replacing("%", with: "%25")).dzi\n"))
                return
            }
            let whole = try await Judge.run(module: "bagit", ["--validate", folder.path])
            #expect(whole.status == 0, "\(whole.errors)")
            try Self.changeLastByte(of: folder.appending(path: "data/dzi/\(name)_files/8/0_0.jpg"))
            let broken = try await Judge.run(module: "bagit", ["--validate", folder.path])
            #expect(broken.status != 0 && broken.errors.contains("0_0.jpg"))
        }
    }

    @Test func `Another kind of fixity makes an export out of date`() async throws {
        try await Workshop.with { shop in
            let picture = try await shop.picture()
            var outcomes: [ExportResult.Outcome] = []
            for fixity in [ExportSettings.Fixity.none, .checksums, .checksums, .bag, .bag, .none] {
                outcomes.append(
                    try shop.exporter { $0.fixity = fixity }.export(picture).outcome)
            }
            #expect(
                outcomes == [
                    .exported, .exported, .upToDate, .exported, .upToDate, .upToDate,
                ])
            // An export loses its checksums only if it is replaced.
            let data = shop.output + "/photo/data"
            #expect(FileManager.default.fileExists(atPath: data))
            let replaced = try shop.exporter { $0.replaces = true }.export(picture)
            #expect(replaced.manifest.settings.fixity == .none)
            #expect(!FileManager.default.fileExists(atPath: data))
        }
    }

    @Test func `The command line offers checksums and bags`() async throws {
        try await Workshop.with { shop in
            _ = try await shop.picture()
            try await shop.run(["export", "photo.jpg", "--checksums", "-o", "sums"]).orThrow()
            try await shop.run(["export", "photo.jpg", "--bag", "-o", "bags"]).orThrow()
            let sums = try await Shell.run(
                "sha256sum", ["-c", "checksums.sha256"], in: shop.folder["sums/photo"])
            #expect(sums.status == 0)
            let bag = try await Judge.run(
                module: "bagit", ["--validate", shop.folder["bags/photo"].path])
            #expect(bag.status == 0, "\(bag.errors)")
            let gallery = try String(
                contentsOf: shop.folder["bags/index.html"], encoding: .utf8)
            #expect(gallery.contains(#"href="photo/data/dzi/index.html""#))
        }
    }

    private static func changeLastByte(of file: URL) throws {
        var bytes = try Data(contentsOf: file)
        bytes[bytes.endIndex - 1] ^= 1
        // The changed file is a new file, so that other hard links keep their bytes.
        try FileManager.default.removeItem(at: file)
        try bytes.write(to: file)
    }
}
