import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport
@testable import ZigguratExport
@testable import ZigguratStore

/// The export of a file does not replace the export of another file with an equal name.
@Suite("Sources with the same name") struct OtherSourceTests {
    /// The event between two exports, which decides whether the second export is refused.
    enum Case: String, CaseIterable, CustomTestStringConvertible {
        /// `box2/001.png` after `box1/001.png`.
        case otherFolder
        case otherFolderSameTime
        case edited
        case moved
        case movedAndEdited
        case renamed
        /// The source and the destination are moved together.
        case movedTogether
        case throughLink
        var testDescription: String { rawValue }

        var isRefused: Bool { self == .otherFolder || self == .movedAndEdited }
    }

    @Test("Another source with an equal name is refused", arguments: Case.allCases)
    func otherFile(_ entry: Case) async throws {
        try await Workshop.with { shop in
            let manager = FileManager.default
            let first = try await shop.picture("home/box1/001.png", width: 300, height: 200)
            func exporter(_ output: String, replaces: Bool = false) -> Exporter {
                var exporter = shop.exporter { $0.replaces = replaces }
                exporter.naming = (try? ExportNaming("scan")) ?? ExportNaming()
                exporter.destination = output
                return exporter
            }
            var output = shop.folder["home/out"].path
            let old = try exporter(output).export(first)
            try manager.createDirectory(
                at: shop.folder["home/box2"], withIntermediateDirectories: true)
            var second = shop.folder["home/box2/001.png"].path
            func touch(_ path: String) throws {
                try manager.setAttributes(
                    [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)],
                    ofItemAtPath: path)
            }
            switch entry {
            case .otherFolder:
                second = try await shop.picture("home/box2/001.png", width: 310, height: 200)
            case .otherFolderSameTime:
                try await Shell.run("cp", ["-p", first, second], in: shop.folder.url).orThrow()
            case .edited:
                second = first
                try touch(first)
            case .moved: try manager.moveItem(atPath: first, toPath: second)
            case .movedAndEdited:
                try manager.moveItem(atPath: first, toPath: second)
                try touch(second)
            case .renamed:
                second = shop.folder["home/box1/002.png"].path
                try manager.moveItem(atPath: first, toPath: second)
            case .movedTogether:
                try manager.moveItem(at: shop.folder["home"], to: shop.folder["elsewhere"])
                second = shop.folder["elsewhere/box1/001.png"].path
                output = shop.folder["elsewhere/out"].path
                try touch(second)
            case .throughLink:
                try manager.createSymbolicLink(
                    atPath: shop.folder["home/link"].path,
                    withDestinationPath: shop.folder["home/box1"].path)
                try touch(first)
                second = shop.folder["home/link/001.png"].path
            }
            guard entry.isRefused else {
                #expect(throws: Never.self) { try exporter(output).export(second) }
                return
            }
            let stamps = try FileStamp.all(in: old.folder)
            let error = try #require(throws: ZigguratError.self) {
                try exporter(output).export(second)
            }
            guard
                case .otherSource(export: old.folder, file: "001.png") = error.reason
                    as? DestinationError
            else {
                Issue.record("\(error)")
                return
            }
            #expect(error.subject == second && error.code == .nameClash)
            #expect(try FileStamp.all(in: old.folder) == stamps)
            #expect(try exporter(output, replaces: true).export(second).outcome == .exported)
        }
    }

    @Test("In a batch, only the other file is refused")
    func batch() async throws {
        try await Workshop.with { shop in
            let (one, other) = (
                try await shop.picture("box1/001.png", width: 300, height: 200),
                try await shop.picture("box2/001.png", width: 310, height: 200)
            )
            let further = try await shop.picture("box2/002.png", width: 310, height: 200)
            try shop.exporter().export(one)
            var failures: [ZigguratError] = []
            // A file that is named several times is exported once.
            let isComplete = ExportBatch(
                [other, further, further, "\(shop.folder.path)/box2/../box2/002.png"],
                exporter: shop.exporter()
            ).run { if case .failed(let error) = $0 { failures.append(error) } }
            #expect(!isComplete && failures.map(\.subject) == [other])
            #expect(failures.map(\.code) == [.nameClash])
            #expect(try shop.exporter().exports().map(\.name) == ["001", "002"])
        }
    }
}
