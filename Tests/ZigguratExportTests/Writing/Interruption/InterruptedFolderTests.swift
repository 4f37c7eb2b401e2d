import Foundation
import TestSupport
import Testing
import ZigguratKit
import ZigguratSystem

@testable import ExportTestSupport
@testable import ZigguratExport
@testable import ZigguratStore

@Suite("Hidden folders of interrupted exports") struct InterruptedFolderTests {
    private func interrupted(in shop: Workshop) async throws -> InterruptedRun {
        let image = try await shop.picture(width: 1408, height: 1104)
        let run = InterruptedRun(shop.exporter([.dzi]), image)
        #expect(run.drafts.count == 1)
        return run
    }

    @Test("Other exports, removals and the gallery keep the folder")
    func kept() async throws {
        try await Workshop.with { shop in
            let run = try await interrupted(in: shop)
            let drafts = run.drafts
            let other = try await shop.picture("other.jpg", width: 300, height: 200)
            _ = try shop.exporter([.dzi]).export(other)
            try shop.exporter().writeCollections()
            try shop.exporter().remove("other")
            try shop.exporter().clearLeftovers()
            #expect(run.drafts == drafts)
            #expect(try run.repeated().kept > 0)
        }
    }

    @Test("The folder is removed after its lifetime, and if its source has changed")
    func removed() async throws {
        try await Workshop.with { shop in
            let run = try await interrupted(in: shop)
            func set(age: Int) throws {
                try FileManager.default.setAttributes(
                    [.modificationDate: Date.now.addingTimeInterval(-Double(age))],
                    ofItemAtPath: run.journal)
            }
            try set(age: Destination.interruptedLifetime - 60)
            try run.exporter.clearLeftovers()
            #expect(run.drafts.count == 1)
            try set(age: Destination.interruptedLifetime + 60)
            try run.exporter.clearLeftovers()
            #expect(run.drafts == [])

            let again = try await interrupted(in: shop)
            try FileManager.default.setAttributes(
                [.modificationDate: Date.now], ofItemAtPath: again.image)
            try again.exporter.clearLeftovers()
            #expect(again.drafts == [])
        }
    }

    @Test("Removing the export also removes the hidden folder", arguments: [true, false])
    func removal(hasExport: Bool) async throws {
        try await Workshop.with { shop in
            if hasExport {
                _ = try shop.exporter([.dzi]).export(
                    try await shop.picture(width: 1408, height: 1104))
            }
            let run = try await interrupted(in: shop)
            try run.exporter.remove("photo")
            #expect(shop.outputNames() == [])
            #expect(throws: ZigguratError.self) { try run.exporter.remove("photo") }
        }
    }

    @Test("The folder of a running process is not taken over")
    func locked() async throws {
        try await Workshop.with { shop in
            let run = try await interrupted(in: shop)
            let drafts = run.drafts
            let lock = try ZigguratSystem.FileHandle.folder(try #require(drafts.first))
            #expect(lock.lock(waits: false))
            let (result, kept) = try run.repeated()
            #expect(kept == 0)
            #expect(try Verdict(result.folder).findings == [])
            #expect(run.drafts == drafts)
            lock.unlock()
        }
    }

    @Test("If two hidden folders have an equal name, the useless folder is removed")
    func twoFolders() async throws {
        try await Workshop.with { shop in
            let run = try await interrupted(in: shop)
            try FileManager.default.copyItem(
                atPath: try #require(run.drafts.first), toPath: "\(shop.output)/.ziggurat-0")
            #expect(run.drafts.count == 2)
            #expect(try run.repeated().kept > 0)
            try run.exporter.clearLeftovers()
            _ = try shop.exporter([.dzi]) { $0.isForced = true }.export(run.image)
            let last = InterruptedRun(
                shop.exporter([.dzi]) { ($0.isForced, $0.continuesInterrupted) = (true, false) },
                run.image, at: 2)
            #expect(last.error == nil && last.drafts == [])
        }
    }
}
