import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ImagingTestSupport

/// Whole exports of other projects' test images, compared with `vips dzsave` of the image that
/// `vips` has converted. The mean difference of every tile is below a grey level.
@Suite struct StandardImageTests {
    /// Images with colours in gAMA and cHRM, which libvips ignores and browsers convert.
    private static let coloursByNumber = ["ccwn2c08", "ccwn3p08", "ct1n0g04", "g10n3p04"]
        .map { "external/pngsuite/\($0).png" }

    @Test(arguments: StandardImages.names.filter { !coloursByNumber.contains($0) })
    func `Tiles of standard images equal the tiles of dzsave`(_ name: String) async throws {
        try await TemporaryFolder.with { folder in
            let source = try StandardImages.file(name)
            let file = folder["picture.\(source.pathExtension)"]
            try FileManager.default.copyItem(at: source, to: file)
            var options = Exporter.Options(
                trust: SourceRequest.Trust(allowsUntrusted: true), layouts: [.dzi],
                tiling: Tiling.Request(tileSize: 254, overlap: 1, encoding: TileEncoding(.png)),
                viewer: .none)
            options.alpha = .flatten
            try Exporter(destination: folder["Output"].path, options: options).export(file.path)
            let prepared = try await Vips.prepare(
                file, try await Self.steps(for: file), in: folder)
            try await Vips.run(
                "dzsave", prepared.path, "theirs", "--tile-size", "254", "--overlap", "1",
                "--suffix", ".png", in: folder)
            let comparison = try await DeepZoomComparison(
                folder["Output/picture/dzi/picture_files"], folder["theirs_files"])
            #expect(comparison.faults == [], "\(comparison.differences)")
            #expect(comparison.differences.count >= 5)
        }
    }

    /// Returns the operations of vips that show a file as a person sees it: upright, in sRGB, on
    /// white.
    private static func steps(for file: URL) async throws -> [[String]] {
        let fields = try await Shell.run("vipsheader", ["-a", file.path]).orThrow().output
        func holds(_ field: String) -> Bool {
            fields.split(separator: "\n").contains { $0.hasPrefix(field) }
        }
        var steps = [["autorot"]]
        let isGrey = holds("interpretation: b-w") || holds("interpretation: grey16")
        if holds("icc-profile-data:") {
            steps.append(Vips.embeddedToSRGB)
        } else {
            steps.append(["colourspace", isGrey ? "b-w" : "srgb"])
        }
        if holds("bands: 2") || holds("bands: 4") { steps.append(Vips.onWhite) }
        return steps
    }
}
