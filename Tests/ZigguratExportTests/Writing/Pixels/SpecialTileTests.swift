import Foundation
import TestSupport
import Testing
import ZigguratKit

/// Exports with special tiles can be verified and repacked into another layout. New tiles of the
/// repack are of the special kind, too.
@Suite struct SpecialTileTests {
    static let encodings = [
        TileEncoding(.jpeg, lossless: true), TileEncoding(.jpeg, progressive: true),
        TileEncoding(.png, palette: true), TileEncoding(.png, bits: 16),
        TileEncoding(.png, compression: 9), TileEncoding(.jxl), TileEncoding(.avif, lossless: true),
    ]

    @Test(arguments: encodings)
    func `Exports with special tiles are verified and repacked`(_ encoding: TileEncoding)
        async throws
    {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 700, height: 550).write(to: folder["photo.jpg"])
            let options = Exporter.Options(
                layouts: [.dzi],
                tiling: Tiling.Request(tileSize: 256, overlap: 0, edge: .crop, encoding: encoding),
                viewer: .none)
            let result = try Exporter(destination: folder["Output"].path, options: options)
                .export(file.path)
            #expect(result.manifest.bundles.first?.tiling.encoding == encoding)
            #expect(try Self.faults(of: result.folder) == [])
            let repacker = Repacker(
                result.folder, to: folder["again"].path,
                options: Repacker.Options(layouts: [.xyz], viewer: PageTemplates.Viewer.none))
            let again = try repacker.run(repacker.plan())
            #expect(try Self.faults(of: again.folder) == [])
            let ending = encoding.format.fileExtension
            let (ours, theirs) = (
                folder["Output/photo/dzi/photo_files/10/2_1.\(ending)"],
                folder["again/photo/xyz/2/2/1.\(ending)"]
            )
            #expect(try Data(contentsOf: ours) == Data(contentsOf: theirs))
            // A damaged tile is found.
            try Data(contentsOf: theirs).prefix(100).write(to: theirs)
            #expect(try !Self.faults(of: again.folder).isEmpty)
        }
    }

    private static func faults(of folder: String) throws -> [String] {
        var faults: [String] = []
        _ = try Verification(of: folder).run { event in
            if case .found(let finding) = event { faults.append("\(finding)") }
        }
        return faults
    }
}
