import Foundation
import Synchronization
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport
@testable import ZigguratFormats

@Suite("Container formats") struct ContainerFormatTests {
    @Test func namesAndPlaces() throws {
        let all = Formats.standard.containers
        #expect(all.map(\.name) == ["folder", "zip", "szi", "pmtiles", "mbtiles", "tiff"])
        #expect(
            try all.map { try $0.examplePath() } == [
                "photo/dzi", "photo/photo-dzi.zip", "photo/photo.szi", "photo/photo.pmtiles",
                "photo/photo.mbtiles", "photo/photo.tif",
            ])
        for format in all {
            #expect(Formats.standard.container(named: format.name)?.name == format.name)
            #expect(Set(Formats.standard.layouts.map(\.name)).isSuperset(of: format.layouts ?? []))
            for layout in format.defaultLayouts {
                #expect(format.layouts?.contains(layout.name) != false)
            }
        }
        #expect(Formats.standard.container(named: "Zip") == nil)
    }

    @Test func collectionsReferToLayoutsThatThereAre() {
        for collection in Formats.standard.collections {
            #expect(Set(Formats.standard.layouts.map(\.name)).isSuperset(of: collection.layouts))
        }
    }

    @Test(arguments: [
        ("szi", "xyz", "dzi"), ("pmtiles", "dzi", "xyz"), ("mbtiles", "iiif3", "xyz"),
        ("tiff", "dzi", "xyz"),
    ])
    func layoutsThatDoNotFit(container: String, layout: String, supported: String) throws {
        let format = try #require(Formats.standard.container(named: container))
        let exporter = Exporter(
            layouts: [try #require(Formats.standard.layout(named: layout))], container: format)
        let error = #expect(throws: ZigguratError.self) { try exporter.checkOptions() }
        #expect(
            error?.reason as? ContainerError
                == .unsupportedLayout(layout, container: container, supported: [supported]))
    }

    /// One tile for each address: tiles of density 2 would need the addresses of density 1.
    @Test(arguments: ["pmtiles", "mbtiles", "tiff"])
    func severalDensitiesDoNotFit(container: String) async throws {
        let format = try #require(Formats.standard.container(named: container))
        let layout = try XYZLayout().with(["scales": "1,2"])
        let error = #expect(throws: ZigguratError.self) {
            try Exporter(layouts: [layout], container: format).checkOptions()
        }
        #expect(error?.reason as? ContainerError == .severalDensities(container: container))
        let one = try XYZLayout().with(["scales": "2"])
        try Exporter(layouts: [one], container: format).checkOptions()
    }

    /// A cancelled export leaves no files, and the next export succeeds.
    @Test(arguments: Formats.standard.containers.map(\.name))
    func aStoppedExportLeavesNothing(container: String) async throws {
        let format = try #require(Formats.standard.container(named: container))
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 1500, height: 1200)
            var exporter = Exporter(destination: shop.output, container: format)
            exporter.options.threadCount = 1
            let cancellation = Cancellation()
            let error = #expect(throws: ZigguratError.self) {
                try exporter.export(image, cancellation: cancellation) { progress in
                    if progress.tilesDone > 5 { cancellation.cancel() }
                }
            }
            #expect(error?.code == .cancelled)
            #expect(shop.outputNames() == [])
            let result = try exporter.export(image)
            #expect(try BundleAudit.complaints(of: result.folder, result.manifest) == [])
            #expect(try exporter.export(image).outcome == .upToDate)
            #expect(shop.outputNames() == ["photo"])
        }
    }

    /// The gallery links to the page, or to the container file if the bundle has no page.
    @Test func theGalleryListsFiles() async throws {
        try await Workshop.with { shop in
            for (name, format) in [("a b", .pmtiles), ("a b", .szi), ("c", .folder), ("d", .zip)]
                as [(String, any ContainerFormat)]
            {
                let image = shop.folder["\(name).jpg"].path
                if !FileManager.default.fileExists(atPath: image) {
                    _ = try await shop.picture("\(name).jpg", width: 300, height: 200)
                }
                try Exporter(destination: shop.output, container: format).export(image)
            }
            try Exporter(destination: shop.output).writeGallery()
            let page = try String(contentsOfFile: "\(shop.output)/index.html", encoding: .utf8)
            for link in ["a%20b/a%20b.pmtiles", "c/dzi/index.html", "d/d-dzi.zip"] {
                #expect(page.contains("\"\(link)\""), "\(link)")
            }
            #expect(page.contains("xyz (pmtiles)"))
        }
    }

    @Test(
        .enabled(if: SmallDisk.canMount, "needs the right to mount"),
        arguments: ["zip", "szi", "pmtiles", "mbtiles", "tiff"])
    func fullDisk(container: String) async throws {
        try await Workshop.with { shop in
            _ = try await shop.picture("big.jpg", width: 2000, height: 1500)
            let format = container == "tiff" ? "tiff" : "png"
            let result = try await SmallDisk.run(
                on: "size=400k",
                #""$0" export big.jpg -o full/Output --format \#(format) -c \#(container)"#,
                in: shop)
            #expect(result.status == 1 && result.output == "")
            let name =
                ["zip": "big-dzi.zip", "tiff": "big.tif"][container] ?? "big.\(container)"
            #expect(
                result.errors.hasPrefix(
                    "ziggurat: full/Output/big/\(name): disk full: cannot write the file"),
                "\(result.errors)")
        }
    }

    /// A format of the library's user works like a built-in format.
    @Test func ownFormat() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 600, height: 400)
            let notes = Notes()
            let result = try shop.exporter([.dzi]) { $0.container = NotingFormat(notes: notes) }
                .export(image)
            let files = try FolderListing.files(in: URL(filePath: "\(result.folder)/noted-dzi"))
            #expect(notes.paths.withLock { $0.sorted() } == files.sorted())
            #expect(notes.tiles.withLock { $0 } == result.manifest.bundles[0].tiles)
            #expect(result.manifest.settings.container == "noting")
            #expect(result.manifest.bundles[0].path == "noted-dzi")
        }
    }

    final class Notes: Sendable {
        let paths = Mutex<Set<String>>([])
        let tiles = Mutex(0)
    }

    private struct NotingFormat: ContainerFormat {
        let name = "noting"
        let summary = "a folder, and a list of what is in it"
        let traits = ContainerTraits(isFolder: true)
        let notes: Notes

        func path(of bundle: BundleDescription) -> String { "noted-\(bundle.layout)" }
        func open(
            _ bundle: BundleDescription, at path: String
        ) throws(ZigguratError) -> any Container {
            NotingContainer(
                inner: try FolderFormat().open(bundle, at: path), notes: notes)
        }
    }

    private final class NotingContainer: Container {
        let inner: any Container
        let notes: Notes

        init(inner: any Container, notes: Notes) {
            self.inner = inner
            self.notes = notes
        }

        func write(
            _ path: String, tile: Tile.Address?, _ bytes: RawSpan, twin: StoredFile?
        ) throws(ZigguratError) -> StoredFile? {
            notes.paths.withLock { _ = $0.insert(path) }
            if tile != nil { notes.tiles.withLock { $0 += 1 } }
            return try inner.write(path, tile: tile, bytes, twin: twin)
        }

        func finish() throws(ZigguratError) -> ContainerTotals { try inner.finish() }
    }
}
