import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

/// An export appears in the destination when it is complete.
@Suite struct AppearanceTests {
    /// Whether readers of the destination ignore all these names.
    private func isOutOfSight(_ names: [String]) -> Bool {
        names.allSatisfy { $0.hasPrefix(".ziggurat-") }
    }

    @Test func nothingIsSeenUntilTheEnd() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture()
            var listings: [[String]] = []
            let result = try shop.exporter([.dzi, .xyz, .iiif3]).export(image) { _ in
                listings.append(shop.outputNames())
            }
            #expect(listings.count > 10)
            #expect(listings.allSatisfy { $0.count == 1 && isOutOfSight($0) })
            #expect(shop.outputNames() == ["photo"])
            #expect(result.outcome == .exported && result.folder == "\(shop.output)/photo")
            #expect(try BundleAudit.complaints(of: result.folder, result.manifest) == [])
            // The negative control: the finished export is visible.
            #expect(!isOutOfSight(shop.outputNames()))
        }
    }

    @Test func readersSeeTheOlderExportUntilTheEnd() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture()
            let folder = try shop.exporter([.dzi]).export(image).folder
            let before = try FileStamp.all(in: folder)
            var changes = 0
            let result = try shop.exporter([.xyz]) { $0.replaces = true }.export(image) {
                progress in
                // Equal files have a second hard link in the new export.
                guard let now = try? FileStamp.all(in: folder),
                    now.mapValues(\.file) == before.mapValues(\.file)
                else {
                    changes += 1
                    return
                }
            }
            #expect(changes == 0)
            let after = try FileStamp.all(in: folder)
            #expect(after.keys.contains { $0.hasPrefix("xyz/") })
            #expect(!after.keys.contains { $0.hasPrefix("dzi/") })
            #expect(after["ziggurat.json"] != before["ziggurat.json"])
            #expect(shop.outputNames() == ["photo"])
            #expect(try BundleAudit.complaints(of: folder, result.manifest) == [])
        }
    }

    @Test(arguments: [0, 1, 7]) func cancelLeavesNothing(atStep: Int) async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture()
            let cancellation = Cancellation()
            var step = 0
            let error = #expect(throws: ZigguratError.self) {
                try shop.exporter().export(image, cancellation: cancellation) { _ in
                    if step == atStep { cancellation.cancel() }
                    step += 1
                }
            }
            #expect(error?.code == .cancelled && error?.subject == image)
            #expect(shop.outputNames() == [])
        }
    }

    @Test func cancelLeavesTheOlderExport() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture()
            let folder = try shop.exporter().export(image).folder
            let before = try FileStamp.all(in: folder)
            let cancellation = Cancellation()
            cancellation.cancel()
            #expect(throws: ZigguratError.self) {
                try shop.exporter([.xyz]).export(image, cancellation: cancellation)
            }
            #expect(shop.outputNames() == ["photo"])
            #expect(try FileStamp.all(in: folder) == before)
        }
    }

    @Test func aSourceThatEndsEarlyLeavesNothing() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture()
            let bytes = try Data(contentsOf: URL(filePath: image))
            try bytes.prefix(bytes.count / 2).write(to: URL(filePath: image))
            let error = #expect(throws: ZigguratError.self) {
                try shop.exporter([.dzi, .xyz]).export(image)
            }
            #expect(error?.code == .truncatedSource && error?.subject == image)
            // The destination, which was created for this export, is removed, too.
            #expect(!FileManager.default.fileExists(atPath: shop.output))
        }
    }

    @Test func aDestinationThatWasThereStays() async throws {
        try await Workshop.with { shop in
            try FileManager.default.createDirectory(
                atPath: shop.output, withIntermediateDirectories: true)
            let image = try await shop.picture()
            let bytes = try Data(contentsOf: URL(filePath: image))
            try bytes.prefix(bytes.count / 2).write(to: URL(filePath: image))
            #expect(throws: ZigguratError.self) { try shop.exporter().export(image) }
            #expect(FileManager.default.fileExists(atPath: shop.output))
        }
    }

    @Test func aFailingFileLeavesNothing() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 900, height: 900)
            let error = #expect(throws: ZigguratError.self) {
                try shop.exporter([.dzi, ClashingLayout()]).export(image)
            }
            #expect(error?.code == .nameClash)
            #expect(error?.subject.hasPrefix("\(shop.output)/photo/clash/") == true)
            #expect(shop.outputNames() == [])
        }
    }

    @Test func theSourceMayGoAwayAfterThePlan() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture()
            let exporter = shop.exporter()
            let plan = try exporter.plan(image)
            try FileManager.default.removeItem(atPath: image)
            let error = #expect(throws: ZigguratError.self) { try exporter.export(plan) }
            #expect(error?.code == .unreadableSource && error?.subject == image)
            #expect(shop.outputNames() == [])
        }
    }
}
