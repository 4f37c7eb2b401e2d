import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport
@testable import ZigguratExport
@testable import ZigguratStore

/// A watched folder and a batch write equal files.
@Suite("Exports of watched folders")
struct WatchedBytesTests {
    private static let names = ["a.jpg", "b.png", "c.tif"]

    private static func options(_ layouts: [any Layout]) -> [(inout Exporter) -> Void] {
        [
            { $0.options.layouts = layouts },
            {
                $0.options.layouts = layouts
                $0.options.settings.fixity = .checksums
                $0.options.includesSource = true
            },
        ]
    }

    /// Writes an old image, which the watch exports without a wait.
    private static func write(_ name: String, to shop: Workshop) async throws {
        _ = try await shop.picture("scans/\(name)", width: 300, height: 200)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)],
            ofItemAtPath: shop.folder["scans/\(name)"].path)
    }

    @Test("A watched folder has the bytes of a batch", arguments: [["dzi"], ["iiif3", "single"]])
    func sameBytes(layouts: [String]) async throws {
        try await Workshop.with { shop in
            for name in Self.names {
                try await Self.write(name, to: shop)
            }
            let scans = shop.folder["scans"].path
            for change in Self.options(layouts.compactMap { Formats.standard.layout(named: $0) }) {
                var (watching, batch) = (shop.exporter(), shop.exporter())
                change(&watching)
                change(&batch)
                batch.destination = shop.folder["Other"].path
                let cancellation = Cancellation()
                let watch = try ExportWatch(
                    [scans], exporter: watching, selection: ExportBatch.Selection())
                let isWatched = try watch.run(
                    cancellation: cancellation, ready: { cancellation.cancel() }, report: { _ in })
                let isExported = ExportBatch([scans], exporter: batch).run { _ in }
                #expect(isWatched && isExported)
                let watched = try InterruptedRun.contents(shop.output)
                #expect(watched == (try InterruptedRun.contents(batch.destination)))
                #expect(watched.keys.contains("c/ziggurat.json"))
                for folder in [shop.output, batch.destination] {
                    try FileManager.default.removeItem(atPath: folder)
                }
            }
        }
    }

    @Test(arguments: [false, true])
    func `Watching ends if the destination is deleted or replaced`(isReplaced: Bool) async throws {
        try await Workshop.with { shop in
            try await Self.write("a.jpg", to: shop)
            let watch = try ExportWatch(
                [shop.folder["scans"].path], exporter: shop.exporter(),
                selection: ExportBatch.Selection())
            let error = #expect(throws: ZigguratError.self) {
                try watch.run(
                    cancellation: Cancellation(),
                    ready: {
                        try? FileManager.default.moveItem(
                            atPath: shop.output, toPath: shop.folder["moved"].path)
                        guard isReplaced else { return }
                        try? FileManager.default.createDirectory(
                            atPath: shop.output, withIntermediateDirectories: true)
                    }, report: { _ in })
            }
            #expect(error == ZigguratError(WatchError.destinationGone, shop.output))
        }
    }
}
