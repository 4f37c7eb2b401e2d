import Foundation
import TestSupport
import Testing
import ZigguratImaging
import ZigguratKit
import ZigguratSystem

@testable import ExportTestSupport

@Suite("Sources are neither deleted nor mixed")
struct SourceSafetyTests {
    @Test(
        "A source in the export that would be replaced is refused",
        arguments: [ExportSettings.Fixity.none, .bag], [false, true])
    func ownSource(fixity: ExportSettings.Fixity, isLinked: Bool) async throws {
        try await Workshop.with { shop in
            let picture = try await shop.picture()
            let folder = try shop.exporter {
                $0.includesSource = true
                $0.fixity = fixity
            }.export(picture).folder
            let payload = fixity == .bag ? "data/" : ""
            let original = "\(folder)/\(payload)original/photo.jpg"
            try FileSystem.remove(picture)
            var source = original
            if isLinked {
                source = shop.folder["photo.jpg"].path
                try FileManager.default.createSymbolicLink(
                    atPath: source, withDestinationPath: original)
            }
            let error = #expect(throws: ZigguratError.self) {
                try shop.exporter([.xyz]).export(source)
            }
            #expect(error?.reason as? DestinationError == .replacesSource)
            #expect(FileSystem.exists(original))
            // If the export has another name, the source is accepted.
            var other = shop.exporter([.xyz])
            other.naming = try ExportNaming("copy")
            #expect(try other.export(source).outcome == .exported)
        }
    }

    @Test(
        "Shared files are not written through a link out of the destination",
        arguments: [true, false])
    func sharedFiles(isLink: Bool) async throws {
        try await Workshop.with { shop in
            let picture = try await shop.picture()
            try shop.folder.write("mine", to: "elsewhere/notes.txt")
            try shop.folder.write("mine", to: "Output/\(isLink ? "notes.txt" : "viewer/notes.txt")")
            if isLink {
                try FileManager.default.createSymbolicLink(
                    atPath: shop.folder["Output/viewer"].path,
                    withDestinationPath: "../elsewhere")
            }
            let exporter = shop.exporter { $0.pageAssets = .destination }
            var reason: DestinationError?
            do throws(ZigguratError) {
                _ = try exporter.export(picture)
            } catch {
                reason = error.reason as? DestinationError
            }
            #expect(reason == (isLink ? .sharedFolderIsLink : nil))
            #expect(try shop.folder.files(under: "elsewhere") == ["notes.txt"])
        }
    }

    enum Change: CaseIterable {
        case time, size, replacement
    }

    @Test("A source that changes while it is read is rejected", arguments: Change.allCases)
    func changedSource(change: Change) async throws {
        try await Workshop.with { shop in
            let picture = try await shop.picture(width: 1500, height: 1200)
            let bytes = try Data(contentsOf: URL(filePath: picture))
            var isChanged = false
            let error = #expect(throws: ZigguratError.self) {
                try shop.exporter().export(picture) { _ in
                    guard !isChanged else { return }
                    isChanged = true
                    let file = URL(filePath: picture)
                    switch change {
                    case .time:
                        try? FileManager.default.setAttributes(
                            [.modificationDate: Date(timeIntervalSince1970: 1e9)],
                            ofItemAtPath: picture)
                    case .size: try? (bytes + Data([0])).write(to: file)
                    case .replacement: try? bytes.write(to: file, options: .atomic)
                    }
                }
            }
            #expect(error?.reason as? SourceError == .changed)
            #expect(shop.outputNames() == [])
            #expect(try shop.exporter().export(picture).outcome == .exported)
        }
    }
}
