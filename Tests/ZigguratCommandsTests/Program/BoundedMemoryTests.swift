import Foundation
import TestSupport
import Testing

@testable import ExportTestSupport

/// Exports of every kind of source use the memory that their plans state.
///
/// Each image is exported in two heights. The peak must not grow more than the plan.
@Suite(.serialized) struct BoundedMemoryTests {
    struct Kind: CustomTestStringConvertible {
        /// The name of the file, with the save options of libvips.
        let file: String
        var height = 8_000
        /// A program and its arguments that change the file; `@` stands for the file.
        var change: [String] = []
        /// Additional options of the export.
        var options: [String] = []
        /// Whether the plan states memory for coefficients, a decoder or whole images.
        var isHeld = false
        var testDescription: String { ([file] + change + options).joined(separator: " ") }
    }

    private static let width = 1000
    /// The allowed difference between runs in bytes: half of the memory of an image.
    private static let tolerance = 12_000_000

    static let kinds = [
        Kind(file: "plain.jpg"),
        Kind(file: "progressive.jpg[interlace]", isHeld: true),
        Kind(file: "cut.jpg", options: ["--lossless"]),
        Kind(file: "cut-progressive.jpg[interlace]", options: ["--lossless"], isHeld: true),
        // These images exceed 64 MB, so their rows are stored in a file.
        Kind(file: "turned.jpg", height: 24_000, options: ["--rotate", "90"]),
        Kind(file: "mirrored.jpg", height: 24_000, options: ["--rotate", "180"]),
        Kind(file: "plain.png[compression=1]"),
        Kind(file: "interlaced.png[compression=1,interlace]", isHeld: true),
        Kind(file: "profile.png[compression=1,profile=p3]"),
        Kind(file: "tiles.tif[tile,compression=deflate]"),
        Kind(file: "strips.tif[compression=deflate]"),
        Kind(
            file: "one-strip.tif[compression=deflate]",
            change: ["tiffcp", "-r", "12000", "-c", "zip", "@", "changed.tif"]),
        Kind(
            file: "planes.tif[compression=deflate]",
            change: ["tiffcp", "-p", "separate", "-c", "zip", "@", "changed.tif"]),
        Kind(
            file: "slide.tif[tile,tile-width=256,tile-height=256,compression=jpeg]",
            change: [
                "tiffset", "-s", "305", "MedScan", "-s", "270",
                "Background Color=FFFFFF;Objective Power=10", "@",
            ], isHeld: true),
        Kind(file: "plain.webp[Q=30,effort=0]", height: 8000, isHeld: true),
        Kind(file: "plain.avif[Q=30,effort=0]", height: 4000, isHeld: true),
        Kind(file: "plain.jxl[Q=40,effort=3]", height: 4000, isHeld: true),
        Kind(file: "plain.gif[effort=1]", height: 6000, isHeld: true),
        Kind(file: "plain.bmp", height: 4000),
        Kind(file: "plain.hdr", isHeld: true),
        Kind(file: "drawing.svg", height: 24_000, isHeld: true),
        Kind(file: "page.pdf", height: 24_000, isHeld: true),
        // Whole images, where one row of tiles would contain the whole image.
        Kind(file: "whole.jpg", height: 24_000, options: ["--layout", "legacy"], isHeld: true),
        Kind(file: "reduced.tif[tile,compression=deflate]", options: ["--fit", "500x20000"]),
    ]

    @Test(arguments: kinds)
    func `An export uses the memory that its plan states`(_ kind: Kind) async throws {
        try await Workshop.with { shop in
            var (peaks, plans) = ([Int](), [Int]())
            for height in [kind.height / 16, kind.height] {
                let file = try await Self.make(kind, height: height, in: shop)
                let words = [file, "--quality", "30"] + kind.options
                let plan = try await shop.run(["plan", "--json"] + words).orThrow()
                let document = try JSONDecoder().decode(
                    JSONValue.self, from: Data(plan.output.utf8))
                let memory = document["plans"][0]["memory"]
                let total = try #require(memory["total"].integer)
                let held = ["coefficients", "decoder", "images"].compactMap {
                    memory[$0].integer
                }
                #expect(held.contains { $0 > 0 } == kind.isHeld)
                plans.append(total)
                peaks.append(
                    try await shop.run(
                        ["export", "--viewer", "none", "--progress", "none", "--force"] + words
                    ).orThrow().peakMemory)
            }
            let (growth, planned) = (peaks[1] - peaks[0], plans[1] - plans[0])
            #expect(growth < planned + Self.tolerance, "\(growth) bytes, planned were \(planned)")
            // The memory that the plan states is really used.
            if kind.isHeld { #expect(growth > planned / 3, "\(growth) of \(planned)") }
        }
    }

    /// An interlaced PNG of 20,000 × 20,000 pixels that ends after 500 bytes of its rows.
    private static let shortPNG = """
        iVBORw0KGgoAAAANSUhEUgAATiAAAE4gCAYAAAGUd3avAAAADklEQVR4\
        nGJgGAUjDQAAAAD//5qSYvIAAAAASUVORK5CYII=
        """

    @Test func `A file that ends early needs no memory for its missing rows`() async throws {
        try await Workshop.with { shop in
            try Data(base64Encoded: Self.shortPNG)?.write(to: shop.folder["short.png"])
            let result = try await shop.run(["export", "short.png", "--progress", "none"])
            #expect(result.status == 1)
            // The whole image has 1.6 GB.
            #expect(result.peakMemory < 400_000_000)
        }
    }

    private static func make(
        _ kind: Kind, height: Int, in shop: Workshop
    ) async throws -> String {
        let name = String(kind.file.prefix { $0 != "[" })
        let ending = String(name.split(separator: ".").last ?? "")
        switch ending {
        case "svg":
            try shop.folder.write(
                """
                <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)">
                <circle cx="500" cy="700" r="400" fill="#c04020"/></svg>
                """, to: name)
        case "pdf":
            // Converts pixels to points for 300 dots per inch.
            try shop.folder.write(
                PDFDocument.bytes(
                    pages: 1, width: width * 72 / 300, height: height * 72 / 300), to: name)
        default:
            let options = kind.file.dropFirst(name.count).dropFirst().dropLast()
            try await TestPicture(width: 250, height: 250).writeRepeated(
                to: shop.folder[name], width: width, height: height, options: String(options))
        }
        guard let program = kind.change.first else { return name }
        try await Shell.run(
            program, kind.change.dropFirst().map { $0 == "@" ? name : $0 }, in: shop.folder.url
        ).orThrow()
        return kind.change.last == "changed.tif" ? "changed.tif" : name
    }
}
