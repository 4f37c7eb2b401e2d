import Foundation
import TestSupport
import Testing

/// OpenSeadragon requests exactly the tiles of pyramids by `vips dzsave`, the reference. In changed
/// pyramids, it requests missing tiles.
@Suite struct TileAddressProbeTests {
    static let sizes = [
        (1, 1), (1, 257), (290, 442), (512, 512), (513, 300), (1027, 1025), (2055, 700),
    ]

    /// Writes a pyramid with vips.
    func dzsave(
        _ width: Int, _ height: Int, to file: URL, _ options: [String]
    ) async throws {
        try await TemporaryFolder.with { folder in
            let source = try await TestPicture(width: width, height: height)
                .write(to: folder["source.png"])
            try await Shell.run("vips", ["dzsave", source.path, file.path] + options).orThrow()
        }
    }

    @Test func deepZoomFilesAreWhatIsAskedFor() async throws {
        try await TemporaryFolder.with { folder in
            for (width, height) in Self.sizes {
                try await dzsave(
                    width, height, to: folder["\(width) × \(height)"],
                    ["--tile-size", "254", "--overlap", "1"])
            }
            try await TileAddressProbe.with(serving: folder.url) { probe in
                for (width, height) in Self.sizes {
                    let name = "\(width) × \(height)"
                    let asked = try await probe.addresses(of: "\(name).dzi")
                    let files = try folder.files().filter { $0.hasPrefix("\(name)_files/") }
                    #expect(asked.width == width && asked.height == height)
                    #expect(asked.missing(among: files) == [])
                    #expect(
                        asked.leftOver(among: files) == ["\(name)_files/vips-properties.xml"])
                }
                // For 290 × 442 pixels, level 9 has full resolution, with two columns and two rows.
                let levels = try await probe.addresses(of: "290 × 442.dzi").levels
                #expect(levels.keys.max() == 9)
                #expect(try #require(levels[9]) == (2, 2))
            }
        }
    }

    @Test func whatIsWrongWithADeepZoomShows() async throws {
        try await TemporaryFolder.with { folder in
            try await dzsave(
                1027, 800, to: folder["photo"], ["--tile-size", "254", "--overlap", "1"])
            try FileManager.default.removeItem(at: folder["photo_files/11/2_1.jpeg"])
            try folder.write("", to: "photo_files/11/9_9.jpeg")
            try folder.write("no descriptor", to: "broken.dzi")
            try await TileAddressProbe.with(serving: folder.url) { probe in
                let asked = try await probe.addresses(of: "photo.dzi")
                let files = try folder.files(under: "photo_files").map { "photo_files/\($0)" }
                #expect(asked.missing(among: files) == ["photo_files/11/2_1.jpeg"])
                #expect(asked.leftOver(among: files).contains("photo_files/11/9_9.jpeg"))
                for descriptor in ["absent.dzi", "broken.dzi"] {
                    await #expect(throws: (any Error).self) {
                        try await probe.addresses(of: descriptor)
                    }
                }
                // The probe still works after an error.
                #expect(try await probe.addresses(of: "photo.dzi").paths == asked.paths)
            }
        }
    }

    @Test(arguments: ["iiif", "iiif3"])
    func iiifFilesAreWhatIsAskedFor(layout: String) async throws {
        try await TemporaryFolder.with { folder in
            try await TileAddressProbe.with(serving: folder.url) { probe in
                for (width, height) in [(3509, 2506), (775, 1024)] {
                    let name = "photo-\(width)"
                    try await dzsave(
                        width, height, to: folder[name],
                        [
                            "--layout", layout, "--tile-size", "512", "--id",
                            String(probe.address(of: "").dropLast()),
                        ])
                    let asked = try await probe.addresses(of: "\(name)/info.json")
                    let files = try folder.files(under: name).map { "\(name)/\($0)" }
                    #expect(asked.width == width && asked.height == height)
                    #expect(asked.missing(among: files) == [])
                    // vips adds a file with the whole image, which is named after its size.
                    let tiles = files.filter { $0.hasSuffix(".jpg") }
                    #expect(asked.leftOver(among: tiles).count <= 1)
                }
            }
        }
    }

    @Test func xyzAddressesFollowTheSizes() {
        let addresses = TileAddresses.xyz(width: 513, height: 256, tileSize: 256, ending: "jpg")
        #expect(addresses.levels.mapValues(\.columns) == [0: 1, 1: 2, 2: 3])
        #expect(addresses.levels.mapValues(\.rows) == [0: 1, 1: 1, 2: 1])
        #expect(
            addresses.paths
                == ["0/0/0.jpg", "1/0/0.jpg", "1/1/0.jpg", "2/0/0.jpg", "2/1/0.jpg", "2/2/0.jpg"])
        #expect(addresses.missing(among: addresses.paths.dropLast()) == ["2/2/0.jpg"])
        #expect(addresses.leftOver(among: addresses.paths + ["2/3/0.jpg"]) == ["2/3/0.jpg"])
        let one = TileAddresses.xyz(width: 1, height: 1, ending: "png")
        #expect(one.paths == ["0/0/0.png"])
    }
}
