import Foundation
import TestSupport
import Testing
import ZigguratKit

/// Images whose tiles are made one by one.
@Suite struct DirectImageTests {
    /// Compares all tiles with those of an export.
    @Test(arguments: [
        "tile,tile-width=128,tile-height=128", "compression=lzw,predictor=horizontal",
    ])
    func `Tiles equal those of an export`(options: String) async throws {
        try await TemporaryFolder.with { folder in
            let image = folder["images/a.tif"]
            try FileManager.default.createDirectory(
                at: folder["images"], withIntermediateDirectories: true)
            try await TestPicture(width: 1301, height: 1103).write(to: image, options: options)
            let settings = Exporter.Options(layouts: [.dzi, .xyz, .iiif, .iiif3])
            let exporter = Exporter(destination: folder["Output"].path, options: settings)
            try exporter.export(image.path)
            let site = try LiveSite(
                [image.path], options: settings,
                cache: LiveCache(folder["cache"].path, limit: 1), naming: SizeNaming(),
                directPixels: 1)
            defer { site.stop() }
            let job = try #require(try site.job("a"))
            #expect(job.isDirect)
            #expect(throws: ZigguratError.self) {
                try site.file(at: "xyz/3/0/0.jpg", of: job, isWanted: { false })
            }
            var (count, wrong) = (0, [String]())
            for bundle in job.plan.bundles {
                for tile in bundle.pyramid.tiles {
                    guard let file = bundle.layout.files(of: tile).last else { continue }
                    let path = "\(bundle.layout.name)/\(file)"
                    guard
                        case .stored(let place)? = try site.file(
                            at: path, of: job, isWanted: { true })
                    else {
                        wrong.append(path)
                        continue
                    }
                    count += 1
                    let tile = try Data(contentsOf: URL(filePath: "\(site.folder)/\(place)"))
                    let judge = try Data(contentsOf: folder["Output/a/\(path)"])
                    if tile != judge { wrong.append(path) }
                }
            }
            #expect(wrong == [] && count > 80)
            for path in ["dzi/index.html", "dzi/a.dzi", "xyz/viewer/ziggurat.js"] {
                guard case .document? = try site.file(at: path, of: job, isWanted: { true }) else {
                    Issue.record("no document at \(path)")
                    continue
                }
            }
            for path in [
                "dzi/a_files/99/0_0.jpg", "dzi/none", "none/index.html", "dzi/a_files/0/0_0.png",
            ] {
                #expect(try site.file(at: path, of: job, isWanted: { true }) == nil, "\(path)")
            }
        }
    }

    @Test func `A JPEG without restart markers is exported`() async throws {
        try await TemporaryFolder.with { folder in
            let image = try await TestPicture(width: 900, height: 800).write(to: folder["a.jpg"])
            let site = try LiveSite(
                [image.path], options: Exporter.Options(), cache: LiveCache(folder["cache"].path),
                naming: SizeNaming(), directPixels: 1)
            defer { site.stop() }
            #expect(try #require(try site.job("a")).isDirect == false)
        }
    }
}
