import Foundation
import TestSupport
import Testing
import ZigguratKit

/// Clients request every file of a pyramid, and every requested file exists.
@Suite struct AddressTests {
    /// Sizes around each power of two at which a column, a row or a level begins, and very long
    /// images.
    static let sizes = [
        (1, 1), (1, 257), (257, 1), (2, 4100), (255, 255), (256, 256), (257, 257), (290, 442),
        (512, 512), (513, 513), (775, 1024), (1025, 1025), (1027, 1027), (2049, 2049),
        (2055, 2055), (100, 20_000), (20_000, 300),
    ]

    /// Exports one image of each size into a folder in four layouts.
    static func export(
        _ sizes: [(Int, Int)], to folder: TemporaryFolder, tileSize: Int?, baseURL: String
    ) async throws {
        try await TemporaryFolder.with { sources in
            var images: [URL] = []
            for (width, height) in sizes {
                images.append(
                    try await Publication.plainImage(
                        width: width, height: height, to: sources["\(width) × \(height).png"]))
            }
            try await Publication.export(
                images, to: folder.url,
                options: Exporter.Options(
                    layouts: [.dzi, .xyz, .iiif, .iiif3],
                    tiling: Tiling.Request(tileSize: tileSize), baseURL: baseURL))
        }
    }

    /// The paths of a bundle's files, relative to the bundle, without the files of its page.
    static func files(of bundle: String, in folder: TemporaryFolder) throws -> Set<String> {
        try Set(folder.files(under: bundle)).subtracting(Publication.pageFiles)
    }

    /// `nil` leaves the tile size to each layout: 254 for Deep Zoom, 512 for IIIF, 256 for XYZ.
    @Test(arguments: [256, nil] as [Int?])
    func everyFileIsAskedForAndEveryAddressIsThere(tileSize: Int?) async throws {
        try await TemporaryFolder.with { folder in
            try await TileAddressProbe.with(serving: folder.url) { probe in
                try await Self.export(
                    Self.sizes, to: folder, tileSize: tileSize, baseURL: probe.address(of: ""))
                for (width, height) in Self.sizes {
                    let name = "\(width) × \(height)"
                    try await checkDeepZoom(name, width, height, probe, folder)
                    for version in [2, 3] {
                        let expected = ExpectedAddresses(
                            version: version, width: width, height: height,
                            tileSize: tileSize ?? 512)
                        try await checkIIIF(name, expected, probe, folder)
                    }
                }
            }
            try await PageAddresses.with(serving: folder, scriptsOf: "1 × 1/xyz") { pages in
                for (width, height) in Self.sizes {
                    try await checkPages(width, height, tileSize: tileSize ?? 256, pages, folder)
                }
            }
        }
    }

    func checkDeepZoom(
        _ name: String, _ width: Int, _ height: Int, _ probe: TileAddressProbe,
        _ folder: TemporaryFolder
    ) async throws {
        let asked = try await probe.addresses(of: "\(name)/dzi/\(name).dzi")
        let files = try Self.files(of: "\(name)/dzi", in: folder).map { "\(name)/dzi/\($0)" }
        #expect(asked.width == width && asked.height == height)
        #expect(asked.missing(among: files) == [], "\(name)")
        #expect(asked.leftOver(among: files) == ["\(name)/dzi/\(name).dzi"])
    }

    func checkIIIF(
        _ name: String, _ expected: ExpectedAddresses, _ probe: TileAddressProbe,
        _ folder: TemporaryFolder
    ) async throws {
        let bundle = "\(name)/\(expected.version == 2 ? "iiif" : "iiif3")"
        let asked = try await probe.addresses(of: "\(bundle)/info.json")
        let files = try Self.files(of: bundle, in: folder)
            .subtracting(["info.json", "manifest.json"])
        let paths = files.map { "\(bundle)/\($0)" }
        #expect(asked.width == expected.width && asked.height == expected.height)
        #expect(asked.missing(among: paths) == [], "\(bundle)")
        let leftOver = asked.leftOver(among: paths).map { String($0.dropFirst(bundle.count + 1)) }
        #expect(Set(leftOver).subtracting(expected.all) == [], "\(bundle)")
        #expect(expected.all.subtracting(files) == [], "\(bundle)")
    }

    func checkPages(
        _ width: Int, _ height: Int, tileSize: Int, _ pages: PageAddresses,
        _ folder: TemporaryFolder
    ) async throws {
        let name = "\(width) × \(height)"
        let xyz = try Self.files(of: "\(name)/xyz", in: folder)
        let facts = TileAddresses.xyz(
            width: width, height: height, tileSize: tileSize, ending: "jpg")
        #expect(Set(facts.paths) == xyz, "\(name)/xyz")
        // The page omits only the levels that it never shows, below the largest level with a single
        // tile.
        let single = facts.levels.filter { $0.value == (1, 1) }.keys.max() ?? 0
        let shown = Set(facts.paths.filter { Int($0.prefix { $0 != "/" }) ?? 0 >= single })
        #expect(try await pages.paths(of: "\(name)/xyz") == shown, "\(name)/xyz")
        for layout in ["dzi", "iiif", "iiif3"] {
            let asked = try await pages.paths(of: "\(name)/\(layout)")
            let files = try Self.files(of: "\(name)/\(layout)", in: folder)
            #expect(!asked.isEmpty && asked.subtracting(files) == [], "\(name)/\(layout)")
        }
    }

    @Test func whatIsMissingOrLeftOverShows() async throws {
        try await TemporaryFolder.with { folder in
            try await TileAddressProbe.with(serving: folder.url) { probe in
                try await Self.export(
                    [(1027, 775)], to: folder, tileSize: 256, baseURL: probe.address(of: ""))
                let export = "1027 × 775"
                try FileManager.default.removeItem(
                    at: folder["\(export)/iiif3/512,0,512,512/256,256/0/default.jpg"])
                try FileManager.default.removeItem(
                    at: folder["\(export)/dzi/\(export)_files/11/3_2.jpg"])
                try folder.write("", to: "\(export)/dzi/\(export)_files/12/0_0.jpg")
                try folder.write("", to: "\(export)/iiif/0,0,1024,512/256,/0/default.jpg")
                try Publication.replace(
                    "\"width\" : 1027", by: "\"width\" : 1300",
                    in: folder["\(export)/iiif/info.json"])

                let files = try folder.files()
                let deepZoom = try await probe.addresses(of: "\(export)/dzi/\(export).dzi")
                #expect(
                    deepZoom.missing(among: files) == ["\(export)/dzi/\(export)_files/11/3_2.jpg"])
                #expect(
                    deepZoom.leftOver(among: files)
                        .contains("\(export)/dzi/\(export)_files/12/0_0.jpg"))
                let iiif3 = try await probe.addresses(of: "\(export)/iiif3/info.json")
                #expect(
                    iiif3.missing(among: files)
                        == ["\(export)/iiif3/512,0,512,512/256,256/0/default.jpg"])
                // The negative control: a descriptor with a wrong size leads to missing tiles.
                let iiif = try await probe.addresses(of: "\(export)/iiif/info.json")
                #expect(!iiif.missing(among: files).isEmpty)
                let expected = ExpectedAddresses(
                    version: 2, width: 1027, height: 775, tileSize: 256)
                #expect(!expected.all.contains("0,0,1024,512/256,/0/default.jpg"))
            }
        }
    }
}
