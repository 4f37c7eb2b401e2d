import Foundation
import TestSupport
import Testing
import ZigguratKit

/// What cannot be cut without loss is refused before anything is written.
@Suite struct LosslessRefusalTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// What cjpeg is told, and the picture's size and orientation.
        var kind = JPEGKind(file: "photo.jpg", options: ["-sample", "2x2"])
        /// Where the file is none of cjpeg's: the operations of vips that make it of `picture.ppm`.
        var making: [[String]] = []
        let change: @Sendable (inout ExportOptions) -> Void
        let words: [String]
    }

    static let cases: [Case] = [
        Case(
            testDescription: "overlap", change: { $0.tiling.overlap = 1 },
            words: ["the layout dzi cannot overlap", "leave out one of --lossless and --overlap"]),
        Case(
            testDescription: "tile size", change: { $0.tiling.tileSize = 250 },
            words: [
                "in the layout dzi, tiles of 250×250 pixels would cut through its blocks of 16×16",
                "give --tile-size a multiple of 16",
            ]),
        Case(
            testDescription: "tile size of coarser blocks",
            kind: JPEGKind(file: "photo.jpg", options: ["-sample", "4x1"]),
            change: { $0.tiling.tileSize = 240 },
            words: ["blocks of 32×8", "a multiple of 32"]),
        Case(
            testDescription: "padding",
            change: {
                $0.layouts = [.xyz]
                $0.tiling.edge = .pad
            }, words: ["in the layout xyz, tiles cannot be padded", "--edge pad"]),
        Case(
            testDescription: "another corner",
            change: { $0.layouts = [GoogleLayout(isCentred: true)] },
            words: ["in the layout google, the grid of its tiles begins at another corner"]),
        Case(
            testDescription: "values",
            change: { $0.source.range = .limits(0, 200) },
            words: ["cannot be stretched", "--range"]),
        Case(
            testDescription: "reduced",
            change: { $0.source.fit = PixelSize(square: 300) },
            words: ["it is reduced", "leave out --lossless"]),
        Case(
            testDescription: "part",
            change: { $0.source.crop = PixelRegion(x: 24, y: 0, width: 300, height: 300) },
            words: ["the part would begin inside of its blocks of 16×16", "--crop"]),
        Case(
            testDescription: "turned",
            kind: JPEGKind(file: "photo.jpg", options: ["-sample", "2x2"], orientation: 3),
            change: { _ in },
            words: ["turned without loss, its 611×300 pixels would begin inside of its blocks"]),
        Case(
            testDescription: "rotated", change: { $0.source.rotation = .half },
            words: ["turned without loss"]),
        Case(
            testDescription: "levels", change: { $0.levels.maximumLevel = 9 },
            words: ["the layout dzi leaves out full resolution"]),
        Case(
            testDescription: "CMYK",
            making: [
                ["icc_transform", "picture.ppm", "photo.jpg", "cmyk", "--input-profile", "srgb"]
            ],
            change: { _ in }, words: ["without loss", "leave --lossless out"]),
        Case(
            testDescription: "profile",
            making: [
                ["icc_transform", "picture.ppm", "photo.jpg", "p3", "--input-profile", "srgb"]
            ],
            change: { _ in },
            words: ["its colours have to be converted to sRGB", "leave --lossless out"]),
        Case(
            testDescription: "not JPEG", making: [["copy", "picture.ppm", "photo.png"]],
            change: { _ in },
            words: ["only a JPEG can be cut into JPEG tiles without loss, and this is png"]),
        Case(
            testDescription: "memory", change: { $0.memoryLimit = 800_000 },
            words: ["MB of memory, more than 0", "--max-memory"]),
    ]

    @Test(arguments: cases)
    func `Refused in words`(_ refusal: Case) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.file(of: refusal, in: folder)
            var options = LosslessTests.options(lossless: true)
            refusal.change(&options)
            let exporter = Exporter(destination: folder["Output"].path, options: options)
            let error = #expect(throws: ZigguratError.self) { try exporter.export(file.path) }
            #expect(error?.code == .invalidOptions)
            for words in refusal.words {
                #expect(error?.description.contains(words) == true, "\(error as Any)")
            }
            #expect(try folder.files(under: "").filter { $0.hasPrefix("Output/") } == [])
        }
    }

    @Test func `A file that ends early leaves nothing behind`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await JPEGKind.all[0].make(in: folder)
            let bytes = try Data(contentsOf: file)
            try bytes.prefix(bytes.count / 2).write(to: file)
            var options = LosslessTests.options(lossless: true)
            let error = #expect(throws: ZigguratError.self) {
                try Exporter(destination: folder["Output"].path, options: options).export(file.path)
            }
            #expect(error?.code == .truncatedSource)
            #expect(error?.subject == file.path)
            let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            #expect(!names.contains { $0.hasPrefix("Output/") })
            options.trust.allowsTruncated = true
            try Exporter(destination: folder["Output"].path, options: options).export(file.path)
            #expect(try folder.files(under: "Output").count > 10)
        }
    }

    @Test func `What is asked for fits where nothing is in the way`() async throws {
        try await TemporaryFolder.with { folder in
            // Whole tiles need no padding, and blocks that begin at the bottom begin at the top.
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
