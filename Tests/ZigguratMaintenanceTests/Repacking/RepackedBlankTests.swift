import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ZigguratExport
@testable import ZigguratMaintenance
@testable import ZigguratStore

@Suite struct RepackedBlankTests {
    /// A Deep Zoom image of 20,000 × 16,384 pixels in tiles of 16,384, without its largest tile.
    private static func write(to folder: TemporaryFolder) async throws {
        func displays(_ levels: ClosedRange<Int>, x: Int, width: Int) -> String {
            """
            <DisplayRect MinLevel="\(levels.lowerBound)" MaxLevel="\(levels.upperBound)">\
            <Rect X="\(x)" Y="0" Width="\(width)" Height="16384"/></DisplayRect>
            """
        }
        try folder.write(
            """
            <?xml version="1.0"?>
            <Image xmlns="http://schemas.microsoft.com/deepzoom/2008" Format="jpg" Overlap="0" \
            TileSize="16384"><Size Width="20000" Height="16384"/><DisplayRects>
            \(displays(0...14, x: 0, width: 20_000))\(displays(15...15, x: 16_384, width: 3_616))
            </DisplayRects></Image>
            """, to: "big.dzi")
        for level in 0...15 {
            let scale = 1 << (15 - level)
            let width = level == 15 ? 3_616 : (20_000 + scale - 1) / scale
            let path = "big_files/\(level)/\(level == 15 ? 1 : 0)_0.jpg"
            try folder.write("", to: path)
            try await Shell.run(
                "vips",
                ["black", path, "\(width)", "\((16_384 + scale - 1) / scale)", "--bands", "3"],
                in: folder.url
            ).orThrow()
        }
    }

    @Test func `A blank tile that is too large is not created`() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.write(to: folder)
            func repack(_ container: any ContainerFormat) throws -> ExportResult {
                let repacker = Repacker(
                    folder["big.dzi"].path, to: folder["new"].path,
                    options: Repacker.Options(container: container))
                return try repacker.run(try repacker.plan())
            }
            // SZI has no list of omitted tiles.
            let error = #expect(throws: ZigguratError.self) { try repack(.szi) }
            #expect(
                error?.reason as? RepackError
                    == .blankTooLarge(PixelSize(width: 16_384, height: 16_384)))
            #expect(!FileManager.default.fileExists(atPath: folder["new"].path))
            #expect(try repack(.zip).manifest.bundles.map(\.tiles) == [16])
        }
    }
}
