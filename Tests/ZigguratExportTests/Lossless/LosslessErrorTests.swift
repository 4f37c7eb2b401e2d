import Foundation
import TestSupport
import Testing
import ZigguratKit

/// If tiles cannot be cropped without loss, the export is refused before it writes files.
@Suite struct LosslessErrorTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The options of cjpeg, and the image's size and orientation.
        var kind = JPEGKind(file: "photo.jpg", options: ["-sample", "2x2"])
        /// The operations of vips that make the file from `picture.ppm`, if cjpeg does not make it.
        var making: [[String]] = []
        let change: @Sendable (inout Exporter.Options) -> Void
        let reason: LosslessError.Kind
        var layout: String?
    }

    private static let block = PixelSize(square: 16)

    static let cases: [Case] = [
        Case(
            testDescription: "tile size", change: { $0.tiling.tileSize = 250 },
            reason: .tileSize(PixelSize(square: 250), block: block), layout: "dzi"),
        Case(
            testDescription: "tile size of coarser blocks",
            kind: JPEGKind(file: "photo.jpg", options: ["-sample", "4x1"]),
            change: { $0.tiling.tileSize = 240 },
            reason: .tileSize(PixelSize(square: 240), block: PixelSize(width: 32, height: 8)),
            layout: "dzi"),
        Case(
            testDescription: "padding",
            change: {
                $0.layouts = [.xyz]
                $0.tiling.edge = .pad
            }, reason: .padding(PixelSize(width: 611, height: 300)), layout: "xyz"),
        Case(
            testDescription: "another corner",
            change: { $0.layouts = [GoogleLayout(isCentred: true)] },
            reason: .gridOrigin(block: block), layout: "google"),
        Case(
            testDescription: "values", change: { $0.source.range = .limits(0, 200) },
            reason: .hasRange),
        Case(
            testDescription: "reduced", change: { $0.source.fit = PixelSize(square: 300) },
            reason: .isReduced),
        Case(
            testDescription: "part",
            change: { $0.source.crop = PixelRegion(x: 24, y: 0, width: 300, height: 300) },
            reason: .crop(block: block)),
        Case(
            testDescription: "turned",
            kind: JPEGKind(file: "photo.jpg", options: ["-sample", "2x2"], orientation: 3),
            change: { _ in },
            reason: .orientation(PixelSize(width: 611, height: 300), block: block)),
        Case(
            testDescription: "rotated", change: { $0.source.rotation = .half },
            reason: .orientation(PixelSize(width: 611, height: 300), block: block)),
        Case(
            testDescription: "levels", change: { $0.levels.maximumLevel = 9 },
            reason: .noFullResolution, layout: "dzi"),
        Case(
            testDescription: "CMYK",
            making: [
                ["icc_transform", "picture.ppm", "photo.jpg", "cmyk", "--input-profile", "srgb"]
            ],
            change: { _ in }, reason: .needsColourConversion),
        Case(
            testDescription: "profile",
            making: [
                ["icc_transform", "picture.ppm", "photo.jpg", "p3", "--input-profile", "srgb"]
            ],
            change: { _ in }, reason: .needsColourConversion),
        Case(
            testDescription: "not JPEG", making: [["copy", "picture.ppm", "photo.png"]],
            change: { _ in }, reason: .notJPEG(format: "png")),
    ]

    @Test(arguments: cases)
    func `An image that cannot be cropped without loss is refused`(_ refusal: Case) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.file(of: refusal, in: folder)
            var options = LosslessTests.options(lossless: true)
            refusal.change(&options)
            let exporter = Exporter(destination: folder["Output"].path, options: options)
            let error = #expect(throws: ZigguratError.self) { try exporter.export(file.path) }
            #expect(
                error?.reason as? LosslessError
                    == LosslessError(refusal.reason, layout: refusal.layout))
            #expect(try folder.files(under: "").filter { $0.hasPrefix("Output/") } == [])
        }
    }

    @Test func `Overlap and too little memory are refused`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await JPEGKind.all[0].make(in: folder)
            let changes: [@Sendable (inout Exporter.Options) -> Void] = [
                { $0.tiling.overlap = 1 }, { $0.memoryLimit = 800_000 },
            ]
            for change in changes {
                var options = LosslessTests.options(lossless: true)
                change(&options)
                let error = #expect(throws: ZigguratError.self) {
                    try Exporter(destination: folder["Output"].path, options: options)
                        .export(file.path)
                }
                #expect(error?.code == .invalidOptions)
            }
        }
    }

    @Test func `A truncated file leaves no files`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await JPEGKind.all[0].make(in: folder)
            let bytes = try Data(contentsOf: file)
            try bytes.prefix(bytes.count / 2).write(to: file)
            var options = LosslessTests.options(lossless: true)
            let error = #expect(throws: ZigguratError.self) {
                try Exporter(destination: folder["Output"].path, options: options).export(file.path)
            }
            #expect(error?.reason as? SourceError == .truncated(row: 152, of: 300))
            #expect(error?.subject == file.path)
            let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            #expect(!names.contains { $0.hasPrefix("Output/") })
            options.trust.allowsDamaged = true
            try Exporter(destination: folder["Output"].path, options: options).export(file.path)
            #expect(try folder.files(under: "Output").count > 10)
        }
    }

    @Test func `Complete tiles are accepted without padding`() async throws {
        try await TemporaryFolder.with { folder in
            // Blocks of complete tiles begin at the top, even if the grid begins at the bottom.
            let kind = JPEGKind(
                file: "photo.jpg", options: ["-sample", "2x2"], width: 512, height: 512)
            let file = try await kind.make(in: folder)
            var options = LosslessTests.options(lossless: true)
            options.layouts = [.tms, .xyz]
            options.tiling.edge = .pad
            let result = try Exporter(destination: folder["Output"].path, options: options)
                .export(file.path)
            #expect(result.manifest.bundles.map(\.tiles) == [5, 5])
        }
    }

    private static func file(of refusal: Case, in folder: TemporaryFolder) async throws -> URL {
        guard let last = refusal.making.last else { return try await refusal.kind.make(in: folder) }
        try await TestPicture(width: 611, height: 300).write(to: folder["picture.ppm"])
        for step in refusal.making {
            try await Shell.run("vips", step, in: folder.url).orThrow()
        }
        return folder[last[2]]
    }
}
