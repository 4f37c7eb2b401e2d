import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport
@testable import ZigguratExport
@testable import ZigguratMaintenance
@testable import ZigguratStore

/// Exports with other exports or with files of the user are not replaced or removed by accident.
@Suite struct InnerFileTests {
    enum Entry: CaseIterable {
        case export, book, comparison

        /// Creates the entry `photo` in the destination.
        func make(in shop: Workshop) async throws {
            let images = [
                try await shop.picture("one.png", width: 60, height: 40),
                try await shop.picture("two.png", width: 60, height: 40),
            ]
            let exporter = shop.exporter()
            switch self {
            case .export: _ = try exporter.export(try await shop.picture())
            case .book:
                let scans = shop.folder["photo"]
                try FileManager.default.createDirectory(
                    at: scans, withIntermediateDirectories: false)
                try FileManager.default.moveItem(
                    atPath: images[0], toPath: scans.appending(path: "one.png").path)
                let batch = ExportBatch([scans.path], exporter: exporter, books: .all)
                #expect(batch.run { _ in })
            case .comparison:
                for image in images { _ = try exporter.export(image) }
                var request = ComparisonRequest(
                    of: ["one", "two"].map { "\(shop.output)/\($0)" })
                request.name = "photo"
                _ = try exporter.compare(request)
            }
        }
    }

    @Test(
        "A destination in an export, a book or a comparison is refused",
        arguments: Entry.allCases, ["photo", "photo/sub/new"])
    func destination(entry: Entry, path: String) async throws {
        try await Workshop.with { shop in
            try await entry.make(in: shop)
            let image = try await shop.picture("new.png", width: 60, height: 40)
            let before = try FileStamp.all(in: shop.output)
            let inner = shop.folder["Output/\(path)"].path
            let outer = FileSystem.resolvedBeyondEnd("\(shop.output)/photo")
            let expected = ZigguratError(DestinationError.insideEntry(outer), inner)
            let exporter = Exporter(destination: inner)
            #expect(throws: expected) { try exporter.export(image) }
            #expect(throws: expected) { try exporter.checkDestination() }
            let other = try Exporter(destination: shop.folder["other"].path).export(image)
            let repacker = Repacker(other.folder, to: inner, options: Repacker.Options())
            #expect(throws: expected) { try repacker.run(try repacker.plan()) }
            // A link to the folder is the folder.
            let link = shop.folder["link"].path
            try FileManager.default.createSymbolicLink(
                atPath: link, withDestinationPath: "\(shop.output)/photo")
            let linked = #expect(throws: ZigguratError.self) {
                try Exporter(destination: link).export(image)
            }
            #expect(linked?.reason as? DestinationError == .insideEntry(outer))
            #expect(try FileStamp.all(in: shop.output) == before)
        }
    }

    /// Creates an export, and moves another export into its folder.
    private static func nest(_ shop: Workshop) async throws -> Exporter {
        let exporter = shop.exporter()
        let inner = try exporter.export(try await shop.picture("inner.png", width: 60, height: 40))
        let outer = try exporter.export(try await shop.picture())
        try FileManager.default.moveItem(atPath: inner.folder, toPath: "\(outer.folder)/inner")
        return exporter
    }

    @Test func `An export that contains another export is not removed`() async throws {
        try await Workshop.with { shop in
            let exporter = try await Self.nest(shop)
            let error = #expect(throws: ZigguratError.self) { try exporter.remove("photo") }
            #expect(error?.reason as? DestinationError == .containsExports(["inner"]))
            try Exporter(destination: "\(shop.output)/photo").remove("inner")
            try exporter.remove("photo")
            #expect(shop.outputNames() == [])
        }
    }

    enum Foreign: CaseIterable {
        case file, hiddenFile, folder, fileInBundle, link, export

        /// The path that the error names.
        var path: String {
            switch self {
            case .file: "notes.txt"
            case .hiddenFile: ".htaccess"
            case .folder: "sub"
            case .fileInBundle: "dzi/notes.txt"
            case .link: "link"
            case .export: "inner"
            }
        }

        func make(in shop: Workshop) throws {
            switch self {
            case .folder: try shop.folder.write("mine", to: "Output/photo/sub/deep/notes.txt")
            case .link:
                try FileManager.default.createSymbolicLink(
                    atPath: "\(shop.output)/photo/link", withDestinationPath: "nowhere")
            case .export:
                try FileManager.default.moveItem(
                    atPath: "\(shop.output)/inner", toPath: "\(shop.output)/photo/inner")
            default: try shop.folder.write("mine", to: "Output/photo/\(path)")
            }
        }
    }

    @Test(
        "An export with files of the user is replaced only with --replace",
        arguments: Foreign.allCases)
    func foreignFiles(foreign: Foreign) async throws {
        try await Workshop.with { shop in
            let inner = try await shop.picture("inner.png", width: 60, height: 40)
            let image = try await shop.picture()
            _ = try shop.exporter().export(inner)
            let folder = try shop.exporter().export(image).folder
            try foreign.make(in: shop)
            let before = try FileStamp.all(in: shop.output)
            let expected = ZigguratError(
                DestinationError.wouldRemove([foreign.path], because: .foreign), folder)
            #expect(try shop.exporter().export(image).outcome == .upToDate)
            #expect(throws: expected) { try shop.exporter([.xyz]).export(image) }
            #expect(throws: expected) { try shop.exporter { $0.isForced = true }.export(image) }
            #expect(throws: expected) {
                try shop.exporter { $0.tiling = Tiling.Request(tileSize: 128) }.export(image)
            }
            let exporter = shop.exporter([.xyz])
            #expect(throws: expected) { try exporter.changes(by: try exporter.plan(image)) }
            #expect(throws: expected) {
                let other = try Exporter(destination: shop.folder["other"].path).export(image)
                let repacker = Repacker(
                    other.folder, to: shop.output, options: Repacker.Options(isForced: true))
                _ = try repacker.run(try repacker.plan())
            }
            #expect(try FileStamp.all(in: shop.output) == before)
            let replacing = shop.exporter([.xyz]) { $0.replaces = true }
            #expect(try replacing.export(image).outcome == .exported)
            #expect(!FileSystem.exists("\(folder)/\(foreign.path)"))
        }
    }

    @Test func `Files that desktops and file servers write do not stop an export`() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture()
            _ = try shop.exporter().export(image)
            for path in [".DS_Store", "dzi/._photo.dzi", "dzi/@eaDir/a.jpg", "Thumbs.db"] {
                try shop.folder.write("system", to: "Output/photo/\(path)")
            }
            #expect(try shop.exporter([.xyz]).export(image).outcome == .exported)
        }
    }

    @Test func `A comparison with a file of the user is replaced only with --replace`() async throws
    {
        try await Workshop.with { shop in
            try await Entry.comparison.make(in: shop)
            try shop.folder.write("mine", to: "Output/photo/notes.txt")
            var request = ComparisonRequest(of: ["one", "two"].map { "\(shop.output)/\($0)" })
            request.name = "photo"
            let error = #expect(throws: ZigguratError.self) {
                try shop.exporter().compare(request)
            }
            #expect(
                error?.reason as? DestinationError
                    == .wouldRemove(["notes.txt"], because: .foreign))
            _ = try shop.exporter { $0.replaces = true }.compare(request)
            #expect(!FileSystem.exists("\(shop.output)/photo/notes.txt"))
        }
    }
}
