import Foundation
import TestSupport
import Testing
import ZigguratKit

/// The plan's estimate of bytes is close to the size of exports of photographs.
@Suite struct EstimateTests {
    @Test(arguments: ["picosdeeuropa", "Wine", "Picture_1A"], [50, 85, 95])
    func jpeg(photograph: String, quality: Int) async throws {
        // The template layout has no default naming.
        let layouts = Formats.standard.layouts.filter { $0.name != "template" }
        try await check(photograph, layouts, TileEncoding(.jpeg, quality: quality))
    }

    @Test(arguments: [TileEncoding(.png), TileEncoding(.webp, quality: 80)])
    func otherFormats(encoding: TileEncoding) async throws {
        try await check("Picture_1A", [.dzi, .xyz], encoding)
    }

    /// The negative control: the comparison distinguishes right from wrong estimates.
    @Test func factors() {
        #expect(Self.isNear(100, 199) && Self.isNear(199, 100) && Self.isNear(5, 5))
        #expect(!Self.isNear(100, 201) && !Self.isNear(201, 100))
    }

    private func check(
        _ photograph: String, _ layouts: [any Layout], _ encoding: TileEncoding
    ) async throws {
        let image = try RealPhotographs.photograph(photograph).path
        try await TemporaryFolder.with { folder in
            var exporter = Exporter(destination: folder.path, layouts: layouts)
            exporter.options.tiling.encoding = encoding
            let plan = try exporter.plan(image)
            let bundles = try exporter.export(plan).manifest.bundles
            for (estimated, real) in zip(plan.bundles, bundles) {
                // Full resolution alone has fewer bytes per pixel than a pyramid with its sharper
                // levels.
                let isAlone = estimated.layout.rules.wholeLevels || real.levels == 1
                let factor = isAlone ? 2.5 : 2
                #expect(
                    Self.isNear(estimated.estimatedBytes, real.bytes, within: factor),
                    "\(real.layout): \(estimated.estimatedBytes) for \(real.bytes)")
            }
        }
    }

    private static func isNear(_ left: Int, _ right: Int, within factor: Double = 2) -> Bool {
        Double(max(left, right)) <= factor * Double(min(left, right))
    }
}
