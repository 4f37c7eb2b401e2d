import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

/// Files of other programs in the destination are not changed.
@Suite struct ForeignTests {
    enum Foreign: String, CaseIterable, CustomTestStringConvertible {
        case file, folder, emptyFolder, danglingLink, linkToFolder, otherManifest, brokenManifest
        var testDescription: String { rawValue }

        func make(in folder: TemporaryFolder, _ path: String) throws {
            let manager = FileManager.default
            try manager.createDirectory(
                at: folder[path].deletingLastPathComponent(), withIntermediateDirectories: true)
            switch self {
            case .file: try folder.write("mine", to: path)
            case .folder: try folder.write("mine", to: "\(path)/notes.txt")
            case .emptyFolder:
                try manager.createDirectory(at: folder[path], withIntermediateDirectories: false)
            case .danglingLink:
                try manager.createSymbolicLink(
                    atPath: folder[path].path, withDestinationPath: "nowhere")
            case .linkToFolder:
                try folder.write("mine", to: "elsewhere/notes.txt")
                try manager.createSymbolicLink(
                    atPath: folder[path].path, withDestinationPath: folder["elsewhere"].path)
            case .otherManifest:
                try folder.write(
                    #"{"format": 1, "generator": "Other"}"#, to: "\(path)/ziggurat.json")
            case .brokenManifest: try folder.write("{", to: "\(path)/ziggurat.json")
            }
        }
    }

    @Test(arguments: Foreign.allCases)
    func whatIsNoExportIsNeverTouched(foreign: Foreign) async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 300, height: 200)
            try foreign.make(in: shop.folder, "Output/photo")
            let own = try FileStamp(shop.folder["Output/photo"].path)
            let before = try FileStamp.all(in: shop.folder.path)
            let error = #expect(throws: ZigguratError.self) {
                try shop.exporter { $0.isForced = true }.export(image)
            }
            #expect(error == ZigguratError(DestinationError.notAnExport, "\(shop.output)/photo"))
            #expect(try FileStamp(shop.folder["Output/photo"].path) == own)
            #expect(try FileStamp.all(in: shop.folder.path) == before)
            #expect(throws: ZigguratError.self) { try shop.exporter().remove("photo") }
            #expect(try FileStamp.all(in: shop.folder.path) == before)
            #expect(try shop.exporter().exports() == [])
        }
    }

    @Test(arguments: Foreign.allCases)
    func norWhatAppearsMeanwhile(foreign: Foreign) async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 300, height: 200)
            var isThere = false
            let error = #expect(throws: ZigguratError.self) {
                try shop.exporter().export(image) { _ in
                    guard !isThere else { return }
                    isThere = true
                    do {
                        try foreign.make(in: shop.folder, "Output/photo")
                    } catch {
                        Issue.record(error)
                    }
                }
            }
            #expect(error?.code == .unwritable && error?.subject == "\(shop.output)/photo")
            #expect(shop.outputNames() == ["photo"])
            #expect(try shop.exporter().exports() == [])
            if foreign == .folder {
                #expect(try shop.folder.files(under: "Output/photo") == ["notes.txt"])
            }
        }
    }

    @Test func anExportOfOursIsNotForeign() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 300, height: 200)
            try shop.exporter().export(image)
            #expect(try shop.exporter([.xyz]).export(image).outcome == .exported)
        }
    }

    @Test func aLinkedExportIsReplacedAndItsTargetKept() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 300, height: 200)
            let folder = try shop.exporter().export(image).folder
            let target = shop.folder["elsewhere"].path
            try FileManager.default.moveItem(atPath: folder, toPath: target)
            try FileManager.default.createSymbolicLink(
                atPath: folder, withDestinationPath: target)
            let before = try FileStamp.all(in: target)
            #expect(try shop.exporter().export(image).outcome == .upToDate)
            #expect(try shop.exporter([.xyz]).export(image).outcome == .exported)
            #expect(try FileStamp.all(in: target) == before)
            #expect(shop.outputNames() == ["photo"])
        }
    }
}
