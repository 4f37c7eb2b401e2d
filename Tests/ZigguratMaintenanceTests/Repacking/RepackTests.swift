import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport
@testable import ZigguratExport
@testable import ZigguratMaintenance
@testable import ZigguratStore

@Suite("Repacking does not change tiles")
struct RepackTests {
    /// A conversion and its reverse: layouts and containers, with a tiling that both support.
    struct Way: Sendable, CustomTestStringConvertible {
        let from: (layout: String, container: String)
        let to: (layout: String, container: String)
        let tiling: Tiling.Request

        init(
            _ from: (String, String), _ to: (String, String),
            _ tiling: Tiling.Request = Tiling.Request()
        ) {
            (self.from, self.to, self.tiling) = (from, to, tiling)
        }

        var testDescription: String {
            "\(from.layout) in \(from.container) to \(to.layout) in \(to.container)"
        }
    }

    static let plain = Tiling.Request(tileSize: 256, overlap: 0, edge: .crop)

    static let ways = [
        Way(("dzi", "folder"), ("dzi", "zip")), Way(("dzi", "folder"), ("dzi", "szi")),
        Way(("dzi", "zip"), ("dzi", "szi")), Way(("iiif", "folder"), ("iiif", "zip")),
        Way(("iiif3", "folder"), ("iiif3", "zip")), Way(("xyz", "folder"), ("xyz", "pmtiles")),
        Way(("xyz", "folder"), ("xyz", "mbtiles")), Way(("xyz", "pmtiles"), ("xyz", "mbtiles")),
        Way(("xyz", "folder"), ("xyz", "tiff")), Way(("xyz", "tiff"), ("xyz", "pmtiles")),
        Way(("xyz", "zip"), ("xyz", "pmtiles")), Way(("dzi", "folder"), ("xyz", "folder"), plain),
        Way(("dzi", "folder"), ("iiif3", "folder"), plain),
        Way(("iiif", "folder"), ("iiif3", "folder")),
        Way(("xyz", "folder"), ("iiif", "zip"), plain),
        Way(("dzi", "szi"), ("xyz", "pmtiles"), plain),
        Way(("ldo", "folder"), ("ldo", "zip")), Way(("ldo", "zip"), ("ldo", "folder")),
        Way(("zoomify", "folder"), ("zoomify", "zip")),
    ]

    @Test("Repacking twice restores the bundle", arguments: ways)
    func wayAndBack(way: Way) async throws {
        try await Workshop.with { shop in
            let first = try form(way.from)
            let second = try form(way.to)
            let exporter = shop.exporter([first.layout]) {
                $0.container = first.container
                $0.tiling = way.tiling
                $0.caption = Caption(title: "A title")
            }
            let manifest = try exporter.export(
                try await shop.picture(width: 1100, height: 700)
            ).manifest
            let there = shop.folder["there"].path
            let new = try repack("\(shop.output)/photo", to: there, second)
            #expect(new.bundles.map(\.layout) == [way.to.layout])
            #expect(new.source.isUnchanged(since: manifest.source) && new.image == manifest.image)
            #expect(new.settings.caption == manifest.settings.caption)
            // The larger thumbnail and the colour of the export are kept.
            #expect(new.previews?.all == manifest.previews?.all)
            #expect(new.previews?.largeThumbnail != nil && new.previews?.colour != nil)
            #expect(try Verdict(there).findings == [])
            // The bundle alone can be repacked, too.
            let back = shop.folder["back"].path
            let again = try repack("\(there)/photo/\(new.bundles[0].path)", to: back, first)
            #expect(again.source.isUnchanged(since: manifest.source))
            #expect(try Verdict(back).findings == [])
            let old = try TileBytes.all("\(shop.output)/photo")
            let between = try TileBytes.all("\(there)/photo")
            let result = try TileBytes.all("\(back)/photo")
            let shared = between.filter { old.keys.contains($0.key) }
            #expect(shared.count == min(old.count, between.count))
            #expect(shared.allSatisfy { old[$0.key] == $0.value })
            // The tiles of both exports are restored; smaller levels may be new.
            #expect(result.count == old.count)
            #expect(between.allSatisfy { result[$0.key] == nil || result[$0.key] == $0.value })
        }
    }

    @Test("Pyramids of libvips are repacked", arguments: ["dz", "iiif3"])
    func foreign(layout: String) async throws {
        try await Workshop.with { shop in
            let picture = try await shop.picture(width: 900, height: 700)
            let place = shop.folder["scan"].path
            try await Shell.run(
                "vips",
                ["dzsave", picture, place, "--layout", layout]
                    + (layout == "dz" ? ["--overlap", "0", "--tile-size", "256"] : [])
            ).orThrow()
            let path = layout == "dz" ? "\(place).dzi" : place
            let target = try form(("iiif3", "zip"))
            let manifest = try repack(path, to: shop.output, target)
            #expect(
                manifest.name == "scan"
                    && manifest.source.file == URL(filePath: path).lastPathComponent)
            #expect(manifest.image.size == PixelSize(width: 900, height: 700))
            #expect(try Verdict(shop.output).findings == [])
        }
    }

    @Test("Repacking keeps the edge tiles of other programs' databases")
    func database() async throws {
        try await Workshop.with { shop in
            _ = try shop.exporter([.xyz]).export(try await shop.picture())
            let folder = URL(filePath: "\(shop.output)/photo/xyz")
            let file = shop.folder["map.mbtiles"]
            try await PackedTiles.mbtiles(folder, to: file)
            let target = shop.folder["new"].path
            let manifest = try repack(file.path, to: target, try form(("xyz", "pmtiles")))
            #expect(manifest.name == "map" && manifest.bundles.map(\.path) == ["map.pmtiles"])
            #expect(try Verdict(target).findings == [])
            let old = try TileBytes.all("\(shop.output)/photo")
            #expect(try TileBytes.all("\(target)/map") == old)
        }
    }

    @Test(
        "A repack that would need encoding is rejected",
        arguments: [
            (Tiling.Request(), "xyz", "folder"),
            (Tiling.Request(overlap: 0, encoding: TileEncoding(.png)), "iiif", "folder"),
            (Tiling.Request(), "dzi", "pmtiles"),
            (Tiling.Request(overlap: 0, encoding: TileEncoding(.avif)), "xyz", "mbtiles"),
        ])
    func refusals(tiling: Tiling.Request, layout: String, container: String) async throws {
        try await Workshop.with { shop in
            let exporter = shop.exporter([.dzi]) { $0.tiling = tiling }
            _ = try exporter.export(try await shop.picture(width: 300, height: 200))
            let target = shop.folder["new"].path
            let error = #expect(throws: ZigguratError.self) {
                try repack("\(shop.output)/photo", to: target, try form((layout, container)))
            }
            #expect(error?.code == .invalidOptions)
            guard
                case .needsEncoding("dzi", _, to: layout, .refused) = error?.reason
                    as? RepackError
            else {
                Issue.record("another failure: \(String(describing: error))")
                return
            }
            #expect(!FileManager.default.fileExists(atPath: target))
        }
    }

    @Test("Padded tiles cannot become cropped tiles unless the image fills them")
    func edges() async throws {
        try await Workshop.with { shop in
            let target = shop.folder["new"].path
            for (name, width) in [("filled", 512), ("cut", 500)] {
                let picture = try await shop.picture("\(name).jpg", width: width, height: 512)
                _ = try shop.exporter([.xyz]).export(picture)
                let repacking = {
                    try repack("\(shop.output)/\(name)", to: target, form(("iiif3", "folder")))
                }
                if name == "filled" {
                    _ = try repacking()
                    #expect(try Verdict(target).findings == [])
                } else {
                    let error = #expect(throws: ZigguratError.self) { _ = try repacking() }
                    guard
                        case .needsEncoding(_, _, to: "iiif3", .refused)? = error?.reason
                            as? RepackError
                    else {
                        Issue.record("another failure: \(String(describing: error))")
                        return
                    }
                }
            }
        }
    }

    @Test("The source and other programs' folders are not replaced; an up-to-date export is kept")
    func places() async throws {
        try await Workshop.with { shop in
            _ = try shop.exporter([.dzi]).export(try await shop.picture())
            let zip = try form(("dzi", "zip"))
            for path in ["photo", "photo/dzi", "photo/dzi/photo.dzi"] {
                let error = #expect(throws: ZigguratError.self) {
                    try repack("\(shop.output)/\(path)", to: shop.output, zip)
                }
                #expect(error?.reason as? DestinationError == .replacesSource)
            }
            let target = shop.folder["new"].path
            let repacker = Repacker(
                "\(shop.output)/photo", to: target, options: .init(container: .zip))
            let plan = try repacker.plan()
            #expect(plan.bundles.map(\.path) == ["photo-dzi.zip"])
            #expect(try repacker.run(plan).outcome == .exported)
            #expect(try repacker.run(plan).outcome == .upToDate)
            let forced = Repacker(
                "\(shop.output)/photo", to: target, options: .init(container: .zip, isForced: true))
            #expect(try forced.run(plan).outcome == .exported)
            try shop.folder.write("mine", to: "new/other/file")
            let error = #expect(throws: ZigguratError.self) {
                try repack("\(shop.output)/photo", to: target, zip, name: "other")
            }
            #expect(error?.reason as? DestinationError == .notAnExport)
            #expect(try String(contentsOfFile: "\(target)/other/file", encoding: .utf8) == "mine")
        }
    }

    @Test("A missing tile and a cancellation leave no files")
    func failures() async throws {
        try await Workshop.with { shop in
            _ = try shop.exporter([.dzi]).export(try await shop.picture())
            let target = shop.folder["new"].path
            let cancellation = Cancellation()
            cancellation.cancel()
            let repacker = Repacker("\(shop.output)/photo", to: target)
            let stopped = #expect(throws: ZigguratError.self) {
                try repacker.run(try repacker.plan(), cancellation: cancellation)
            }
            #expect(stopped?.code == .cancelled)
            try FileManager.default.removeItem(
                atPath: "\(shop.output)/photo/dzi/photo_files/10/1_1.jpg")
            let error = #expect(throws: ZigguratError.self) {
                try repacker.run(try repacker.plan())
            }
            #expect(error?.subject.hasSuffix("photo_files/10/1_1.jpg") == true)
            #expect(!FileManager.default.fileExists(atPath: target))
        }
    }

    private func form(
        _ names: (layout: String, container: String)
    ) throws -> (layout: any Layout, container: any ContainerFormat) {
        (
            try #require(Formats.standard.layout(named: names.layout)),
            try #require(Formats.standard.container(named: names.container))
        )
    }

    private func repack(
        _ path: String, to destination: String,
        _ form: (layout: any Layout, container: any ContainerFormat), name: String? = nil
    ) throws -> Manifest {
        let repacker = Repacker(
            path, to: destination,
            options: .init(layouts: [form.layout], container: form.container, name: name))
        return try repacker.run(try repacker.plan()).manifest
    }

}
